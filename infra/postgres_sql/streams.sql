-- Jumps through the index from stream to stream; SELECT DISTINCT would walk over every event.
WITH RECURSIVE found (stream) AS (
    SELECT min(stream) FROM casino.events WHERE stream >= %(first)s AND stream < %(beyond)s
    UNION ALL
    SELECT (SELECT min(stream) FROM casino.events WHERE stream > found.stream AND stream < %(beyond)s)
    FROM found WHERE found.stream IS NOT NULL
)
SELECT stream FROM found WHERE stream IS NOT NULL
