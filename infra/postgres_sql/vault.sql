-- The keys of sealed cards, a hand's order of the cards under seal, and keyed digests of the cards named at a spot.
CREATE TABLE casino_vault.keys (
    hand text COLLATE "C" NOT NULL,
    holder text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    PRIMARY KEY (hand, holder)
);

CREATE TABLE casino_vault.named (
    hand text COLLATE "C" NOT NULL,
    spot text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (hand, spot)
);

CREATE TABLE casino_vault.decks (
    hand text COLLATE "C" NOT NULL PRIMARY KEY,
    sealed text NOT NULL
);
