-- What agents may say when they pause.
alter table customers add column pause_reasons text[] not null default '{Lunch,Meeting,Break,Training}';

-- Lines that take no calls of any of their queues for a while. They stay logged in, also over a restart.
create table queue_pauses (
  phone_id integer primary key references phones (id) on delete cascade,
  customer_id integer not null references customers (id) on delete cascade,
  reason text not null,
  since timestamptz not null
);
