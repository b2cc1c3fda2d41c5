-- What is recorded is recorded, for every role, the owner and a superuser who replicates (ENABLE ALWAYS) too. A statement
-- trigger speaks up even where no row would be met, and for the update that an INSERT ... ON CONFLICT or a MERGE holds.
CREATE FUNCTION casino.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'casino.% are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON casino.events
    FOR EACH STATEMENT EXECUTE FUNCTION casino.refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON casino.receipts
    FOR EACH STATEMENT EXECUTE FUNCTION casino.refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON casino.taken
    FOR EACH STATEMENT EXECUTE FUNCTION casino.refuse_change();

ALTER TABLE casino.events ENABLE ALWAYS TRIGGER never_changed;
ALTER TABLE casino.receipts ENABLE ALWAYS TRIGGER never_changed;
ALTER TABLE casino.taken ENABLE ALWAYS TRIGGER never_changed;
