-- Everybody who was given more than to read a table and to add to it, its owner too, whose rights stand nowhere until they are changed.
SELECT DISTINCT coalesce(quote_ident(holder.rolname), 'PUBLIC')
FROM (
    SELECT coalesce(c.relacl, acldefault('r', c.relowner)) AS rights, c.oid FROM pg_class AS c
    UNION ALL
    SELECT a.attacl, a.attrelid FROM pg_attribute AS a WHERE a.attacl IS NOT NULL
) AS thing
CROSS JOIN LATERAL aclexplode(thing.rights) AS granted
LEFT JOIN pg_roles AS holder ON holder.oid = granted.grantee
WHERE thing.oid = to_regclass(%s) AND granted.privilege_type NOT IN ('SELECT', 'INSERT')
