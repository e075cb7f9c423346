#!/bin/sh
# Run once by the database: one role owns the tables, the servers' role can read and append.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v server="$SERVER_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE house_owner LOGIN PASSWORD :'owner';
CREATE ROLE house_server LOGIN PASSWORD :'server';
CREATE DATABASE house OWNER house_owner ENCODING 'UTF8' TEMPLATE template0;
SQL
