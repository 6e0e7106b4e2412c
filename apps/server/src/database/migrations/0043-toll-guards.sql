-- What a company may call besides home, and how much one line may call.
alter table dial_plans
  add column premium boolean not null default false,
  add column satellite boolean not null default false,
  -- Countries that count as home besides the company's own: they share +1, say.
  add column countries text[] not null default '{}',
  add column line_calls_at_once integer not null default 4,
  add column line_calls_per_hour integer not null default 60,
  add column line_calls_per_day integer not null default 300,
  add column line_minutes_per_day integer not null default 600,
  add column line_minutes_per_call integer not null default 240;

-- Outside calls that were paid for: limits and sudden changes are counted over restarts.
create table toll_calls (
  id text primary key,
  customer_id integer not null references customers (id) on delete cascade,
  -- Null: made in the company's own name, by a hunt group say.
  phone_id integer references phones (id) on delete cascade,
  number text not null,
  kind text not null,
  is_new boolean not null,
  started_at timestamptz not null,
  talked_ms bigint not null default 0
);
create index toll_calls_by_time on toll_calls (started_at);
create index toll_calls_abroad on toll_calls (customer_id, number) where kind = 'foreign';

-- Lines that looked stolen: no more such calls until then, unless an administrator lets them.
create table toll_stops (
  phone_id integer not null references phones (id) on delete cascade,
  what text not null check (what in ('premium', 'foreign')),
  until timestamptz not null,
  primary key (phone_id, what)
);
