-- The statements that take all rights in a schema from everybody and from these roles, but none from whom a thing belongs to.
SELECT DISTINCT format('REVOKE ALL ON %%s %%s FROM %%s CASCADE', thing.kind, thing.name, coalesce(quote_ident(holder.rolname), 'PUBLIC'))
FROM (SELECT %s::text AS schema, %s::text[] AS roles) AS given
CROSS JOIN LATERAL (
    SELECT 'SCHEMA' AS kind, quote_ident(nspname) AS name, nspowner AS owner, nspacl AS rights
    FROM pg_namespace WHERE nspname = given.schema
    UNION ALL
    SELECT 'TABLE', c.oid::regclass::text, c.relowner, c.relacl
    FROM pg_class AS c WHERE c.relnamespace = to_regnamespace(given.schema) AND c.relkind IN ('r', 'p')
    UNION ALL
    SELECT 'TABLE', c.oid::regclass::text, c.relowner, a.attacl
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE c.relnamespace = to_regnamespace(given.schema) AND c.relkind IN ('r', 'p') AND a.attacl IS NOT NULL
    UNION ALL
    SELECT 'FUNCTION', p.oid::regprocedure::text, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner))
    FROM pg_proc AS p WHERE p.pronamespace = to_regnamespace(given.schema)
) AS thing
CROSS JOIN LATERAL aclexplode(thing.rights) AS granted
LEFT JOIN pg_roles AS holder ON holder.oid = granted.grantee
WHERE granted.grantee <> thing.owner AND (granted.grantee = 0 OR holder.rolname = ANY (given.roles))
