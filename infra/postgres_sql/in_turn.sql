-- Whoever inserts an event, by casino.append or around it, waits for the end of the transaction before: positions are drawn
-- after the lock is had, and it is given back after the commit can be seen. So the order of positions is the order in which
-- events become visible, and a reader who has seen one position has seen all before it.
CREATE FUNCTION casino.wait_for_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1347699557, 1);
    RETURN NULL;
END $$;

CREATE TRIGGER in_turn BEFORE INSERT ON casino.events FOR EACH STATEMENT EXECUTE FUNCTION casino.wait_for_turn();
ALTER TABLE casino.events ENABLE ALWAYS TRIGGER in_turn;
