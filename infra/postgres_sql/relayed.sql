-- One row: Kafka has acknowledged every event up to this position.
CREATE TABLE casino.relayed (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    position bigint NOT NULL
);
INSERT INTO casino.relayed (position) VALUES (0);
