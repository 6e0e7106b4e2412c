alter table queues add column callback boolean not null default false;
alter table queues add column callback_retry_minutes integer not null default 5;

alter table queue_records drop constraint queue_records_type_check;
alter table queue_records add constraint queue_records_type_check check (
  type in (
    'entered', 'offered', 'missed', 'answered', 'abandoned', 'overflowed', 'moved', 'ended',
    'callbackAsked', 'callbackTaken', 'callbackFailed', 'callbackDropped',
    'signedIn', 'signedOut', 'paused', 'resumed', 'wrapUp', 'ready'
  )
);
-- The call in which somebody is called back.
alter table queue_records add column new_call_id text;
create index queue_records_by_new_call on queue_records (new_call_id) where new_call_id is not null;

-- Callers who have hung up and are called when it is their turn. A row is gone when that has happened.
create table queue_callbacks (
  call_id text primary key,
  customer_id integer not null references customers (id) on delete cascade,
  queue_id integer not null references queues (id) on delete cascade,
  number text not null,
  name text not null,
  priority integer not null,
  skills text[] not null,
  -- Lines that do not want to hear from the caller.
  blocked_by integer[] not null,
  since timestamptz not null,
  turn_at timestamptz not null,
  moved_up_at timestamptz,
  failures integer not null,
  not_before timestamptz not null
);
