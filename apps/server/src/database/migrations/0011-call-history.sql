-- A missed call is work: it stays open until somebody who saw it calls or texts back, or takes the caller's next call.
alter table call_records add column returned_at timestamptz;
alter table call_records add column returned_via text check (returned_via in ('call', 'text', 'answer'));
-- Who it was; a line that several people share, and nobody in person, where that cannot be told.
alter table call_records add column returned_by integer references users (id) on delete set null;
alter table call_records add column returned_phone_id integer references phones (id) on delete set null;
alter table call_records add check ((returned_at is null) = (returned_via is null));

-- One for each filter of the history, so that a page costs the same wherever it lies.
create index call_records_by_direction on call_records (phone_id, dir, started_at desc, id desc);
create index call_records_missed on call_records (phone_id, started_at desc, id desc)
  where dir = 'in' and status not in ('answer', 'elsewhere');
create index call_records_by_number on call_records (customer_id, number, started_at desc, id desc);
create index call_records_awaiting on call_records (customer_id, number)
  where dir = 'in' and returned_at is null and not is_blocked and status not in ('answer', 'elsewhere', 'blocked');

-- What the readers of a line have written down about a call of it, while it went on or later.
create table call_notes (
  call_id text not null,
  phone_id integer not null references phones (id) on delete cascade,
  customer_id integer not null references customers (id) on delete cascade,
  text text not null,
  updated_by integer references users (id) on delete set null,
  updated_at timestamptz not null,
  primary key (call_id, phone_id)
);

create index voicemail_messages_by_call on voicemail_messages (call_id);
