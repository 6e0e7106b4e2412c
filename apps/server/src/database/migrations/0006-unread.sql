-- One row for each item nobody has read yet. A line's readers share it: what one has read is read for all.
create table unread_items (
  customer_id integer not null references customers (id) on delete cascade,
  type text not null check (type in ('sms', 'phn', 'vox', 'fax')),
  -- The number of an SMS or fax line, the name of a phone or a voicemail box.
  line text not null,
  item_id text not null,
  created_at timestamptz not null,
  primary key (customer_id, type, line, item_id)
);
