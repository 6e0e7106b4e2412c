-- Where responders are to go, as text; a line's own place counts before the company's.
alter table dial_plans
  add column emergency_location text,
  -- Users who are told of emergency calls besides the administrators, the front desk say.
  add column emergency_notify integer[] not null default '{}',
  -- What people dial before an outside number out of habit, such as 9.
  add column outside_prefixes text[] not null default '{9,0}';
alter table phones add column emergency_location text;
