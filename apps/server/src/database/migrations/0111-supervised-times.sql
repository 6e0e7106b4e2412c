-- From when to when somebody really took part in a call that they asked for; empty where their phone was not answered.
alter table queue_acts
  add column began_at timestamptz,
  add column ended_at timestamptz,
  -- The agent was told at that time, so their history may tell it too.
  add column is_shown boolean not null default false;
create index queue_acts_by_call on queue_acts (call_id) where call_id is not null;
