-- Each side of a recorded call by itself, so that a transcript can say who spoke. Older recordings have none.
alter table call_recordings
  add column own_key text,
  add column other_key text;

-- What was said in a recorded call, as a machine heard it, and the queue of those it has not heard yet.
create table recording_transcripts (
  recording_id text primary key references call_recordings (id) on delete cascade,
  customer_id integer not null references customers (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'none', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  sentences jsonb not null default '[]',
  text text not null default ''
);
create index recording_transcripts_waiting on recording_transcripts (next_try_at) where state = 'waiting';
create index recording_transcripts_by_customer on recording_transcripts (customer_id);

-- Recordings of these are transcribed without being asked for.
alter table phones add column transcribes_recordings boolean not null default false;
alter table queues add column transcribes_recordings boolean not null default false;
