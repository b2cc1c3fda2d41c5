-- The Merkle tree over the log: one row that says how far it has come, and its hashes in tiles. It grows again from the log.
CREATE TABLE casino_tree.head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    size bigint NOT NULL,
    position bigint NOT NULL
);
INSERT INTO casino_tree.head (size, position) VALUES (0, 0);

CREATE TABLE casino_tree.tiles (
    level integer NOT NULL,
    number bigint NOT NULL,
    first bigint,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, number)
);
CREATE INDEX tiles_first ON casino_tree.tiles (first) WHERE level = 0;
