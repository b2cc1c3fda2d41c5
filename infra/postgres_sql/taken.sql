CREATE TABLE casino.taken (
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    stream text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, name)
);
