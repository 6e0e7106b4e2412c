create index users_by_email on users (lower(email));

-- A signed-in device: one entry of its user's list of sessions.
create table sessions (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  -- Made by the client and kept there; null where a client sends none.
  device_id text,
  device_name text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- When the last token that belongs to it expires.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (
    end_reason in ('signedOut', 'expired', 'endedByUser', 'passwordChanged', 'tokenReused', 'userDisabled')
  ),
  -- Every sign-in that continues the entry begins a new family of refresh tokens; generations go on counting.
  refresh_family integer not null default 0,
  refresh_generation integer not null default 0,
  -- The newest generation of which a client has shown that it got it.
  confirmed_generation integer not null default 0,
  check ((ended_at is null) = (end_reason is null))
);
create unique index sessions_by_device on sessions (user_id, device_id) where ended_at is null;
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Rotated tokens stay until they expire: one that comes back is the sign of a theft.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  family integer not null,
  generation integer not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  -- With the token itself and the server's key it gives the successor again, so that a lost reply can be repeated.
  successor_salt bytea,
  unique (session_id, generation),
  check ((rotated_at is null) = (successor_salt is null))
);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);

-- Keys are hashes: people type passwords into the field for the username.
create table sign_in_throttles (
  key bytea primary key,
  attempts integer not null default 0,
  last_attempt_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_throttles_by_age on sign_in_throttles (last_attempt_at);

create table tfa_methods (
  user_id integer not null references users (id) on delete cascade,
  type text not null check (type in ('app', 'email', 'sms')),
  -- The number text messages go to; empty for the other types.
  value text not null default '',
  sealed_secret bytea,
  -- The time step of the last code that was accepted: no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  primary key (user_id, type),
  check ((type = 'app') = (sealed_secret is not null))
);

create table tfa_recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- A sign-in whose first factor is proved and whose second is not.
create table tfa_challenges (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0,
  -- What the sign-in goes on with once the second factor is proved.
  sign_in jsonb not null
);
create index tfa_challenges_by_user on tfa_challenges (user_id);

create table tfa_codes (
  challenge_hash bytea not null references tfa_challenges (token_hash) on delete cascade,
  type text not null check (type in ('email', 'sms')),
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (challenge_hash, type)
);

create table tfa_enrollments (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  type text not null check (type in ('app', 'email', 'sms')),
  value text not null default '',
  sealed_secret bytea,
  code_hash bytea,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0,
  check ((type = 'app') = (sealed_secret is not null)),
  check ((type = 'app') = (code_hash is null))
);
create index tfa_enrollments_by_user on tfa_enrollments (user_id);

-- Written by the request and worked off behind it, so that a known and an unknown address take the same time.
create table password_reset_requests (
  id bigint generated always as identity primary key,
  email text not null,
  created_at timestamptz not null
);

create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_user on password_resets (user_id, created_at);

create table login_tokens (
  token_hash bytea primary key,
  -- The session that made it: when that ends, so does the link.
  session_id text not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index login_tokens_by_session on login_tokens (session_id);

-- Which account an identity of Google or Microsoft belongs to, kept from its first sign-in on.
create table identity_links (
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_links_by_user on identity_links (user_id);

-- Mail and text messages that are promised and not yet handed over. The content is sealed: it carries codes and links.
create table outbox_messages (
  id text primary key,
  channel text not null check (channel in ('mail', 'sms')),
  sealed bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null
);
create index outbox_messages_by_due_time on outbox_messages (next_attempt_at);
