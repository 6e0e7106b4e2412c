-- Browsers that want to hear of calls and messages while no page of the console is open: one for each session.
create table push_subscriptions (
  session_id text primary key references sessions (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  customer_id integer not null references customers (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- What is still to be handed to their push services.
create table push_messages (
  id bigint generated always as identity primary key,
  session_id text not null references push_subscriptions (session_id) on delete cascade,
  -- What it is about: a later word on the same replaces the earlier one.
  tag text not null,
  payload jsonb not null,
  is_urgent boolean not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  expires_at timestamptz not null
);
create index push_messages_due on push_messages (next_at);
create index push_messages_by_session on push_messages (session_id, tag);
