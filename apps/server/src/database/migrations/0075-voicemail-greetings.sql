-- Recordings of a box that callers may hear.
create table voicemail_greetings (
  id text primary key,
  customer_id integer not null references customers (id) on delete cascade,
  voicemail_box_id integer not null references voicemail_boxes (id) on delete cascade,
  -- Made by whoever adds it: what is sent twice is stored once.
  uuid text not null,
  name text not null,
  object_key text not null,
  duration_ms integer not null,
  created_at timestamptz not null,
  unique (voicemail_box_id, uuid)
);
create index voicemail_greetings_by_customer on voicemail_greetings (customer_id);

-- When each is heard. Where no row is, the spoken default is.
create table voicemail_greeting_choices (
  voicemail_box_id integer not null references voicemail_boxes (id) on delete cascade,
  occasion text not null check (occasion in ('no_answer', 'busy', 'closed', 'temporary', 'name')),
  greeting_id text not null references voicemail_greetings (id) on delete cascade,
  until timestamptz,
  primary key (voicemail_box_id, occasion),
  check ((occasion = 'temporary') = (until is not null))
);
create index voicemail_greeting_choices_by_greeting on voicemail_greeting_choices (greeting_id);

-- Until now a box had one greeting, recorded by telephone (16 kHz, 16 bits) and heard on every occasion.
insert into voicemail_greetings
  (id, customer_id, voicemail_box_id, uuid, name, object_key, duration_ms, created_at)
select gen_random_uuid()::text, box.customer_id, box.id, 'telephone', 'Recorded by phone', box.greeting_key,
  coalesce((select greatest(0, (file.size - 44) / 32) from files as file where file.key = box.greeting_key), 0), now()
from voicemail_boxes as box where box.greeting_key is not null;
insert into voicemail_greeting_choices (voicemail_box_id, occasion, greeting_id)
select greeting.voicemail_box_id, occasion, greeting.id
from voicemail_greetings as greeting, unnest(array['no_answer', 'busy', 'closed']) as occasion;
alter table voicemail_boxes drop column greeting_key;

-- When the company is open, as its file says it; empty: always.
alter table customers add column hours text[] not null default '{}';
