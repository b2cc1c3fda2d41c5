-- The roles that may change or remove rows of one of these tables by any right, membership or role of the server's own.
SELECT DISTINCT role.rolname::text
FROM pg_roles AS role CROSS JOIN unnest(%s::text[]) AS for_ever (name)
WHERE NOT role.rolsuper AND role.rolname NOT LIKE 'pg\_%%'
    AND (has_table_privilege(role.oid, for_ever.name, 'UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(role.oid, for_ever.name, 'UPDATE'))
ORDER BY 1
