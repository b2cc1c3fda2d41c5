-- Stores a group of requests in one round trip: each of them whole or not at all, and none harmed by another's refusal. No two
-- requests of a group may add to the same stream, receipt or name, nor one add to a stream that another one asks about.
-- Every row says to which request it belongs (from 0); `asked` are the streams with the versions at which they must be.
-- Answers with the positions of what was stored, in the order given, and the refusals as [request, what, two texts], null
-- without any: looked for in the order receipt, stream, name. SECURITY INVOKER: SELECT and INSERT are all that it takes.
CREATE FUNCTION casino.append(
    event_request int[], event_stream text[], event_version bigint[], event_topic text[], event_state bytea[],
    asked_request int[], asked_stream text[], asked_version bigint[],
    receipt_request int[], receipt_actor text[], receipt_key text[], receipt_digest bytea[], receipt_spans text[],
    taken_request int[], taken_kind text[], taken_name text[], taken_stream text[],
    OUT positions bigint[], OUT refusals jsonb
) LANGUAGE plpgsql SECURITY INVOKER SET enable_seqscan = off AS $$
DECLARE
    refused int[];
BEGIN
    PERFORM pg_advisory_xact_lock(1347699557, 1);  -- see in_turn.sql; every statement below sees what was stored before

    SELECT array_agg(request), jsonb_agg(jsonb_build_array(request, what, one, two)) INTO refused, refusals
    FROM (
        SELECT DISTINCT ON (request) request, what, one, two
        FROM (
            SELECT 1 AS rank, 'receipt' AS what, request, place, actor AS one, key AS two
            FROM unnest(receipt_request, receipt_actor, receipt_key) WITH ORDINALITY AS given (request, actor, key, place)
            WHERE EXISTS (SELECT FROM casino.receipts AS r WHERE r.actor = given.actor AND r.key = given.key)
            UNION ALL
            SELECT 2, 'stream', request, place, stream, ''
            FROM unnest(asked_request, asked_stream, asked_version) WITH ORDINALITY AS asked (request, stream, version, place)
            WHERE asked.version <> coalesce((SELECT max(e.version) FROM casino.events AS e WHERE e.stream = asked.stream), 0)
            UNION ALL
            SELECT 3, 'name', request, place, kind, name
            FROM (
                SELECT *, row_number() OVER (PARTITION BY kind, name ORDER BY place) > 1 AS again
                FROM unnest(taken_request, taken_kind, taken_name) WITH ORDINALITY AS given (request, kind, name, place)
            ) AS given
            WHERE again OR EXISTS (SELECT FROM casino.taken AS t WHERE t.kind = given.kind AND t.name = given.name)
        ) AS found
        ORDER BY request, rank, place
    ) AS first;

    WITH added AS (
        INSERT INTO casino.events (stream, version, topic, state)
        SELECT stream, version, topic, state
        FROM unnest(event_request, event_stream, event_version, event_topic, event_state)
            WITH ORDINALITY AS event (request, stream, version, topic, state, place)
        WHERE refused IS NULL OR request <> ALL (refused)
        ORDER BY place
        RETURNING position
    )
    SELECT coalesce(array_agg(position ORDER BY position), '{}') INTO positions FROM added;

    IF cardinality(receipt_request) > 0 THEN
        INSERT INTO casino.receipts (actor, key, digest, spans)
        SELECT actor, key, digest, spans
        FROM unnest(receipt_request, receipt_actor, receipt_key, receipt_digest, receipt_spans) AS given (request, actor, key, digest, spans)
        WHERE refused IS NULL OR request <> ALL (refused);
    END IF;

    IF cardinality(taken_request) > 0 THEN
        INSERT INTO casino.taken (kind, name, stream)
        SELECT kind, name, stream
        FROM unnest(taken_request, taken_kind, taken_name, taken_stream) AS given (request, kind, name, stream)
        WHERE refused IS NULL OR request <> ALL (refused);
    END IF;

    IF cardinality(positions) > 0 THEN
        NOTIFY casino;  -- a hint for who waits for the next event
    END IF;
END $$;
