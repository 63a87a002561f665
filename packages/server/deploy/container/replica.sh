#!/bin/sh
# Copies the primary into an empty volume, then runs as its hot standby.
set -eu
data=${PGDATA:-/var/lib/postgresql/18/docker}
export PGPASSWORD
PGPASSWORD=$(cat /run/secrets/replication-password)
if [ ! -s "$data/PG_VERSION" ]; then
  pg_basebackup --host primary --username replication --pgdata "$data" --write-recovery-conf --wal-method stream
fi
exec postgres -D "$data"
