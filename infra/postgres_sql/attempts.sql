-- Refused commands, the newest alone: the one table of this schema that rows are removed from.
CREATE TABLE casino.attempts (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time text NOT NULL,
    actor text,
    key text,
    command text NOT NULL,
    code text NOT NULL,
    rule text,
    message text NOT NULL
);
