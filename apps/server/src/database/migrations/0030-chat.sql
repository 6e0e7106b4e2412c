-- Team chat. Values that clients describe themselves by are json and not jsonb: a message may hold a zero
-- character, which jsonb refuses, and nothing asks inside them.
create table chat_users (
  -- As on the wire: usr and eleven characters.
  id text primary key,
  -- Null for accounts that were made over chat itself, which demo and tests allow.
  customer_id integer references customers (id) on delete cascade,
  account_id integer unique references users (id) on delete cascade,
  state text not null default 'ok' check (state in ('ok', 'susp')),
  access_auth smallint not null,
  access_anon smallint not null,
  public json,
  trusted json,
  private json,
  find_private json,
  tags text[] not null default '{}',
  user_agent text not null default '',
  seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chat_users_by_customer on chat_users (customer_id);
create index chat_users_by_tag on chat_users using gin (tags);

-- Names and passwords of accounts that were made over chat.
create table chat_logins (
  login text primary key,
  chat_user_id text not null references chat_users (id) on delete cascade,
  password_hash text not null
);
create index chat_logins_by_user on chat_logins (chat_user_id);

create table chat_topics (
  name text primary key,
  kind text not null check (kind in ('direct', 'group', 'notes', 'system')),
  customer_id integer references customers (id) on delete cascade,
  owner text references chat_users (id) on delete set null,
  access_auth smallint not null,
  access_anon smallint not null,
  public json,
  trusted json,
  aux json not null default '{}',
  tags text[] not null default '{}',
  -- The number of the newest message. Taking the next ones locks the row until commit: no gap, no number twice.
  seq integer not null default 0,
  -- The number of the newest deletion.
  clear integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  touched_at timestamptz not null
);
create index chat_topics_by_customer on chat_topics (customer_id);
create index chat_topics_by_tag on chat_topics using gin (tags);

create table chat_subscriptions (
  topic text not null references chat_topics (name) on delete cascade,
  chat_user_id text not null references chat_users (id) on delete cascade,
  want smallint not null,
  given smallint not null,
  private json,
  read integer not null default 0,
  recv integer not null default 0,
  clear integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Kept after the end, so that a client which was away learns of it and a ban is not forgotten.
  deleted_at timestamptz,
  is_removed boolean not null default false,
  primary key (topic, chat_user_id),
  check (read <= recv)
);
create index chat_subscriptions_by_user on chat_subscriptions (chat_user_id);

create table chat_messages (
  topic text not null references chat_topics (name) on delete cascade,
  seq integer not null,
  -- No reference: who wrote it stays written when the account is gone ("Deleted user").
  from_user text not null,
  sent_at timestamptz not null,
  head json,
  content json,
  -- What a search looks through.
  plain_text text not null default '',
  is_wiped boolean not null default false,
  primary key (topic, seq)
);
create index chat_messages_by_words on chat_messages using gin (to_tsvector('simple', plain_text));

create table chat_deletions (
  topic text not null references chat_topics (name) on delete cascade,
  id integer not null,
  low integer not null,
  hi integer not null,
  -- Null: for all.
  for_user text,
  created_at timestamptz not null
);
create index chat_deletions_by_topic on chat_deletions (topic, id);

create table chat_reactions (
  topic text not null,
  seq integer not null,
  chat_user_id text not null,
  val text not null,
  -- The order in which they came.
  position bigint generated always as identity,
  reacted_at timestamptz not null,
  primary key (topic, seq, chat_user_id, val),
  foreign key (topic, seq) references chat_messages (topic, seq) on delete cascade
);

create table chat_files (
  -- The key in the object store, which is also the unguessable part of its address.
  key text primary key,
  uploader text not null references chat_users (id) on delete cascade,
  name text not null default '',
  type text not null,
  size bigint not null,
  created_at timestamptz not null
);
-- The topics in which a file may be read. One that is in none is collected after a while.
create table chat_file_topics (
  key text not null references chat_files (key) on delete cascade,
  topic text not null references chat_topics (name) on delete cascade,
  primary key (key, topic)
);
create index chat_file_topics_by_topic on chat_file_topics (topic);

insert into chat_topics (name, kind, access_auth, access_anon, created_at, updated_at, touched_at)
values ('sys', 'system', 0, 0, now(), now(), now());
