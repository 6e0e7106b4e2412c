-- Where desk phones can be reached, so that they ring after a restart before they have registered again.
-- Browsers are not in it: their connections end with the server.
create table sip_bindings (
  phone_id integer not null references phones (id) on delete cascade,
  -- Device and flow number.
  binding_key text not null,
  device_id text not null,
  username text not null,
  -- Of the secret it proved: a phone whose password was changed meanwhile is not trusted.
  secret_mark text not null,
  contact text not null,
  transport text not null check (transport in ('UDP', 'TCP')),
  address text not null,
  port integer not null check (port between 1 and 65535),
  call_id text not null,
  sequence bigint not null,
  user_agent text,
  registered_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (phone_id, binding_key)
);
