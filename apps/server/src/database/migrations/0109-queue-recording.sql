-- Who decides whether calls are recorded: nobody, the agent or the queue itself.
alter table queues add column recording text not null default 'on_request'
  check (recording in ('never', 'on_request', 'always'));
