SELECT positions, refusals FROM casino.append(
    %b::int[], %b::text[], %b::bigint[], %b::text[], %b::bytea[],
    %b::int[], %b::text[], %b::bigint[],
    %b::int[], %b::text[], %b::text[], %b::bytea[], %b::text[],
    %b::int[], %b::text[], %b::text[], %b::text[]
)
