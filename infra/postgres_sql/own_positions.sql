-- Positions of these very rows, as many as stand there byte for byte.
SELECT array_agg(event.position ORDER BY event.position)
FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[]) AS own (stream, version, topic, state)
JOIN casino.events AS event ON event.stream = own.stream AND event.version = own.version
    AND event.topic = own.topic AND event.state = own.state
