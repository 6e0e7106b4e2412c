-- How much of the phone system a company, and each of its lines, may take.
alter table dial_plans
  add column max_calls_per_line integer not null default 20 check (max_calls_per_line > 0),
  add column max_legs integer not null default 300 check (max_legs > 0);
