-- Ways to reach the users of team chat, who may act for all of them, and codes sent to those who forgot a password.
alter table chat_users add column level text not null default 'auth' check (level in ('auth', 'root'));

-- The mail address of an account of the product is not in here: it counts as confirmed.
create table chat_credentials (
  chat_user_id text not null references chat_users (id) on delete cascade,
  method text not null check (method in ('email', 'tel')),
  -- As it is compared: lower case, or a number with its plus sign.
  value text not null,
  -- Until it is confirmed.
  code_hash bytea,
  code_expires_at timestamptz,
  wrong_codes integer not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  primary key (chat_user_id, method, value),
  check ((confirmed_at is null) = (code_hash is not null)),
  check ((code_hash is null) = (code_expires_at is null))
);
-- One owner each, once he has shown that it is his.
create unique index chat_credentials_confirmed on chat_credentials (method, value) where confirmed_at is not null;
-- A new request takes the place of the one that was not confirmed.
create unique index chat_credentials_waiting on chat_credentials (chat_user_id, method) where confirmed_at is null;

create table chat_reset_codes (
  method text not null,
  value text not null,
  chat_user_id text not null references chat_users (id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0,
  primary key (method, value)
);
create index chat_reset_codes_by_user on chat_reset_codes (chat_user_id);

-- When which address was sent a code in the last hour, so that nobody fills the mailbox of somebody else.
create table chat_codes_sent (
  method text not null,
  value text not null,
  -- Null where nobody was signed in.
  chat_user_id text references chat_users (id) on delete cascade,
  sent_at timestamptz not null
);
create index chat_codes_sent_by_address on chat_codes_sent (method, value, sent_at);
create index chat_codes_sent_by_user on chat_codes_sent (chat_user_id, sent_at);
create index chat_codes_sent_by_age on chat_codes_sent (sent_at);
