-- Users who want yesterday's report of their queues every morning, and when the next one is due.
create table queue_report_mails (
  user_id integer primary key references users (id) on delete cascade,
  next_at timestamptz not null
);
create index queue_report_mails_by_time on queue_report_mails (next_at);
