-- What the people of a fax line decide about it.
alter table fax_lines
  add column sends_mail boolean not null default false,
  add column sends_receipts boolean not null default true,
  -- How our machine names itself to the other one; empty: by the line's number.
  add column station text not null default '',
  -- Its number is also a voice number: a call becomes a fax when the caller's machine is heard.
  add column detects_faxes boolean not null default false;

-- The company's own cover pages, as its file has them.
alter table customers add column fax_covers jsonb not null default '[]';

create table faxes (
  id text primary key,
  customer_id integer not null references customers (id) on delete cascade,
  fax_line_id integer not null references fax_lines (id) on delete cascade,
  direction text not null check (direction in ('SENT', 'INBOX')),
  -- The other side: who called, or who is called.
  party_number text not null,
  party_name text not null default '',
  -- When it came, or was handed in.
  at timestamptz not null,
  pages integer not null,
  resolution text not null default 'fine' check (resolution in ('normal', 'fine')),
  subject text not null default '',
  station text not null default '',
  -- Pages that arrived damaged, from 1.
  damaged integer[] not null default '{}',
  -- `waiting`: for its pages to be drawn, for its time, or for its next try.
  state text not null check (state in ('received', 'waiting', 'sending', 'done', 'failed')),
  -- Why it failed, or why the last try did.
  reason text,
  -- The page that is on its way, from 1; 0 while none is.
  page integer not null default 0,
  -- Pages that have arrived: the next try begins behind them.
  pages_sent integer not null default 0,
  tries integer not null default 0,
  max_tries integer not null default 3,
  next_try_at timestamptz,
  -- Somebody wants it stopped; also a server that starts anew obeys.
  canceled_at timestamptz,
  ended_at timestamptz,
  sent_by integer references users (id) on delete set null,
  -- Made by the client: what is handed in twice is sent once, to each of its recipients.
  uuid text,
  position integer not null default 0,
  -- What its pages are drawn from, until they are.
  content jsonb,
  tiff_key text,
  pdf_key text,
  pdf_bytes integer,
  picture_key text,
  receipt_key text,
  -- Of a received one, as whoever took it knows it: the same call twice is one fax.
  source_id text,
  read_at timestamptz,
  -- Hidden from then on; the row and its files go when nobody can undo it any more.
  deleted_at timestamptz,
  check ((direction = 'INBOX') = (state = 'received')),
  check ((state = 'waiting') = (next_try_at is not null)),
  check ((state = 'failed') <= (reason is not null)),
  unique (sent_by, uuid, position),
  unique (fax_line_id, source_id)
);
create index faxes_by_line on faxes (fax_line_id, at, id) where deleted_at is null;
create index faxes_by_direction on faxes (fax_line_id, direction, at, id) where deleted_at is null;
create index faxes_failed on faxes (fax_line_id, at, id) where deleted_at is null and state = 'failed';
create index faxes_new on faxes (fax_line_id) where deleted_at is null and state = 'received' and read_at is null;
create index faxes_by_number on faxes (customer_id, party_number, at, id) where deleted_at is null;
create index faxes_waiting on faxes (next_try_at) where state = 'waiting';
create index faxes_sending on faxes (fax_line_id, party_number) where state = 'sending';
create index faxes_deleted on faxes (deleted_at) where deleted_at is not null;
-- Faxes of one order share their files: they stay while one of them speaks of them.
create index faxes_by_tiff on faxes (tiff_key);
create index faxes_by_pdf on faxes (pdf_key);
create index faxes_by_picture on faxes (picture_key);

-- Each call, or each order to a provider. One without an end runs, or was cut off by the end of the server.
create table fax_tries (
  fax_id text not null references faxes (id) on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  way text not null check (way in ('phone', 't38', 'provider', 'inside')),
  reason text,
  detail text not null default '',
  pages_sent integer not null default 0,
  station text not null default '',
  primary key (fax_id, number)
);

create table fax_reads (
  fax_id text not null references faxes (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  read_at timestamptz not null,
  primary key (fax_id, user_id)
);
create index fax_reads_by_user on fax_reads (user_id);

-- Files that users have handed in and not sent yet.
create table fax_documents (
  user_id integer not null references users (id) on delete cascade,
  id text not null,
  customer_id integer not null references customers (id) on delete cascade,
  name text not null,
  object_key text not null,
  bytes integer not null,
  -- A small picture of each page.
  thumbnail_keys text[] not null,
  -- Forgotten a week later.
  seen_at timestamptz not null,
  primary key (user_id, id)
);
create index fax_documents_by_customer on fax_documents (customer_id);
create index fax_documents_by_time on fax_documents (seen_at);

-- What a user has not sent yet.
create table fax_drafts (
  user_id integer primary key references users (id) on delete cascade,
  draft jsonb not null,
  saved_at timestamptz not null
);

-- Faxes that are to be told by mail: those that came in, and the receipts of those that were sent.
create table fax_mails (
  fax_id text primary key references faxes (id) on delete cascade,
  due_at timestamptz not null
);
create index fax_mails_by_due_time on fax_mails (due_at);

-- Faxes are sent on by mail as voicemails are, and count alike.
alter table voicemail_forwards rename to mail_forwards;
alter index voicemail_forwards_by_time rename to mail_forwards_by_time;
alter table mail_forwards rename constraint voicemail_forwards_pkey to mail_forwards_pkey;
