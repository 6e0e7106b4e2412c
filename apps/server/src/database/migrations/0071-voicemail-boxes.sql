-- What the people who manage a box decide about it.
alter table voicemail_boxes
  -- Messages that nobody saved are deleted after so many days; null: they stay.
  add column keep_days integer check (keep_days between 1 and 3650),
  add column sends_mail boolean not null default false,
  -- Its readers may read along while somebody is speaking to it.
  add column is_live boolean not null default true;

-- Those who may do so, beside the owner and the company's administrators.
alter table voicemail_box_users add column is_manager boolean not null default false;
