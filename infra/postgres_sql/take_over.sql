-- The statements that give what lies in a schema to whom it should belong, where it belongs to somebody else: a projection's
-- tables and functions, which begin with its name, to its projector; all else to the owner.
SELECT format('ALTER %%s %%s OWNER TO %%I', thing.kind, thing.name, thing.owner)
FROM (SELECT %s::text AS schema, %s::text[] AS projections, %s::text AS owner, %s || '_' AS projector) AS given
CROSS JOIN LATERAL (
    SELECT 1 AS rank, 'SCHEMA' AS kind, quote_ident(nspname) AS name, given.owner, nspowner AS current
    FROM pg_namespace WHERE nspname = given.schema
    UNION ALL
    SELECT 2, 'TABLE', c.oid::regclass::text,
        CASE WHEN split_part(c.relname, '_', 1) = ANY (given.projections)
            THEN given.projector || split_part(c.relname, '_', 1) ELSE given.owner END, c.relowner
    FROM pg_class AS c WHERE c.relnamespace = to_regnamespace(given.schema) AND c.relkind IN ('r', 'p')
    UNION ALL
    SELECT 3, 'FUNCTION', p.oid::regprocedure::text,
        CASE WHEN split_part(p.proname, '_', 1) = ANY (given.projections)
            THEN given.projector || split_part(p.proname, '_', 1) ELSE given.owner END, p.proowner
    FROM pg_proc AS p WHERE p.pronamespace = to_regnamespace(given.schema)
) AS thing
WHERE thing.current <> to_regrole(thing.owner)
ORDER BY thing.rank, thing.name
