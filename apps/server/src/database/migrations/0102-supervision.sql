-- Whether agents notice that somebody who leads them listens to their calls.
alter table customers add column supervision_notice text not null default 'none'
  check (supervision_notice in ('none', 'shown', 'heard'));
-- In which order the agents of a queue are rung one after the other; equal ones as before.
alter table queue_members add column position integer not null default 0;
