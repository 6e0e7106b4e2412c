-- Messages that are being spoken. What is still here when the server starts was cut off by its end.
create table voicemail_drafts (
  id text primary key,
  customer_id integer not null references customers (id) on delete cascade,
  voicemail_box_id integer not null references voicemail_boxes (id) on delete cascade,
  call_id text not null,
  caller_number text not null,
  caller_name text not null,
  started_at timestamptz not null
);
create index voicemail_drafts_by_box on voicemail_drafts (voicemail_box_id);
create index voicemail_drafts_by_customer on voicemail_drafts (customer_id);
