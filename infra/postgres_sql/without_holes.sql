-- A stream begins with version 1 and goes up by one, in the order of positions. The constraint forbids two of the same, this
-- forbids a hole. The plan is made while the table is small and kept while it grows: it has to go through the index.
CREATE FUNCTION casino.refuse_holes() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    IF EXISTS (
        SELECT FROM added
        WHERE version > 1 AND NOT coalesce((
            SELECT before.position FROM casino.events AS before
            WHERE before.stream = added.stream AND before.version = added.version - 1
        ) < added.position, false)
    ) THEN
        RAISE EXCEPTION 'an event must follow the last one of its stream' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER without_holes AFTER INSERT ON casino.events REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION casino.refuse_holes();
ALTER TABLE casino.events ENABLE ALWAYS TRIGGER without_holes;
