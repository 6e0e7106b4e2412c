-- What the console shows of a message, beside what the telephone needs.
alter table voicemail_messages
  add column folder text not null default 'INBOX' check (folder in ('INBOX', 'SAVED')),
  -- Hidden from then on; the row and its files go when nobody can undo it any more.
  add column deleted_at timestamptz,
  -- Why its file cannot be heard.
  add column file_error text,
  -- The server or the line went away while somebody was speaking.
  add column is_cut_off boolean not null default false,
  -- How loud it is from beginning to end, 0 to 100 each.
  add column peaks smallint[] not null default '{}';

drop index voicemail_messages_by_box;
create index voicemail_messages_by_box on voicemail_messages (voicemail_box_id, received_at, id)
  where deleted_at is null;
create index voicemail_messages_by_folder on voicemail_messages (voicemail_box_id, folder, received_at, id)
  where deleted_at is null;
create index voicemail_messages_new on voicemail_messages (voicemail_box_id, received_at, id)
  where deleted_at is null and heard_at is null;
create index voicemail_messages_by_number on voicemail_messages (customer_id, caller_number, received_at, id)
  where deleted_at is null;
create index voicemail_messages_deleted on voicemail_messages (deleted_at) where deleted_at is not null;

create table voicemail_readers (
  message_id text not null references voicemail_messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  read_at timestamptz not null,
  primary key (message_id, user_id)
);
create index voicemail_readers_by_user on voicemail_readers (user_id);

-- What was said in a message, as a machine heard it, and the queue of those it has not heard yet.
create table voicemail_transcripts (
  message_id text primary key references voicemail_messages (id) on delete cascade,
  customer_id integer not null references customers (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'none', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  sentences jsonb not null default '[]',
  text text not null default ''
);
create index voicemail_transcripts_waiting on voicemail_transcripts (next_try_at) where state = 'waiting';
create index voicemail_transcripts_by_customer on voicemail_transcripts (customer_id);

-- Of whole pages of voicemails, whatever their boxes.
create index tasks_by_source_id on tasks (customer_id, source, source_id, id desc);

-- Two messages of the demo may share a file: it stays while one of them speaks of it.
create index voicemail_messages_by_object on voicemail_messages (object_key);
create index voicemail_messages_by_phone_key on voicemail_messages (phone_key);
