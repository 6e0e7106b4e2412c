-- New messages that are to be sent by mail, to those who read their box: when they are written down, or at this time.
create table voicemail_mails (
  message_id text primary key references voicemail_messages (id) on delete cascade,
  due_at timestamptz not null
);
create index voicemail_mails_by_due_time on voicemail_mails (due_at);

-- Messages that users have sent on by mail. The same request again sends nothing.
create table voicemail_forwards (
  user_id integer not null references users (id) on delete cascade,
  uuid text not null,
  sent_at timestamptz not null,
  primary key (user_id, uuid)
);
create index voicemail_forwards_by_time on voicemail_forwards (user_id, sent_at);
