#!/bin/sh
# Runs once, when the database of the primary is new: a role for the replica.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/replication-password)" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
