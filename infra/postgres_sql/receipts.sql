CREATE TABLE casino.receipts (
    actor text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    spans text NOT NULL,
    PRIMARY KEY (actor, key)
);
