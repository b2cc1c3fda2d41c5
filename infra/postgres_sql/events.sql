-- The log of the house. COLLATE "C": streams are compared by code points, as on every other store.
CREATE TABLE casino.events (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    topic text COLLATE "C" NOT NULL,
    state bytea NOT NULL,
    UNIQUE (stream, version)
);
