-- Callers who wait in a queue, as call control needs them to go on after a restart.
create table waiting_calls (
  call_id text primary key,
  customer_id integer not null references customers (id) on delete cascade,
  queue_id integer not null references queues (id) on delete cascade,
  entered_at timestamptz not null,
  -- When the server was last there for them.
  seen_at timestamptz not null,
  -- What is in `saved` changes with the program: what another version wrote is not gone on with.
  version integer not null,
  saved jsonb not null
);
