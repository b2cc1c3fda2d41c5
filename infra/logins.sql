-- The users that the processes of infra/compose.yaml log in as, in the groups that `pataca admin roles` has made; for psql, at any time again.
\getenv tables TABLES_PASSWORD
\getenv vault VAULT_PASSWORD
\getenv relay RELAY_PASSWORD
\getenv books BOOKS_PASSWORD

SELECT format('CREATE ROLE %I', name)
FROM unnest(ARRAY['tables_1', 'vault_1', 'relay_1', 'books_1']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

ALTER ROLE tables_1 LOGIN PASSWORD :'tables';
ALTER ROLE vault_1 LOGIN PASSWORD :'vault';
ALTER ROLE relay_1 LOGIN PASSWORD :'relay';
ALTER ROLE books_1 LOGIN PASSWORD :'books';

GRANT casino_writer TO tables_1;
GRANT casino_vault TO vault_1;
GRANT casino_relay TO relay_1;
GRANT casino_projector TO books_1;

-- What a projector makes belongs to the group.
ALTER ROLE books_1 SET role = 'casino_projector';
