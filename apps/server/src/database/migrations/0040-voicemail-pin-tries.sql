-- Wrong PINs of a mailbox since the last right one, so that guessing goes on neither in the next call nor after a restart.
alter table voicemail_boxes
  add column pin_wrong integer not null default 0,
  add column pin_wrong_at timestamptz,
  add column pin_locked_until timestamptz;
