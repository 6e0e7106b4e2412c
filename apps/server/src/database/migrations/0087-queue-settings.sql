alter table queues drop constraint queues_strategy_check;
alter table queues add constraint queues_strategy_check
  check (strategy in ('ringAll', 'longestIdle', 'roundRobin', 'fewestCalls', 'random'));
alter table queues add column announces_wait boolean not null default true;
-- 0: never.
alter table queues add column comfort_seconds integer not null default 0;
alter table queues add column leaves_when_paused boolean not null default false;
alter table queues add column pauses_after_missed boolean not null default false;
alter table queues add column can_choose boolean not null default false;
alter table queues add column skill_patience_seconds integer not null default 30;
-- Empty: always open.
alter table queues add column hours text[] not null default '{}';

alter table queue_members add column penalty integer not null default 0;
alter table queue_members add column skills text[] not null default '{}';

-- What callers of this number carry into a queue.
alter table inbound_numbers add column priority integer not null default 0;
alter table inbound_numbers add column skills text[] not null default '{}';
