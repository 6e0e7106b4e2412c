-- Where responders are to go, field by field, beside the words of emergency_location.
alter table dial_plans add column emergency_address jsonb;
alter table phones add column emergency_address jsonb;
-- How a carrier is told of it: a document beside the session description (RFC 6442), or a header.
alter table trunks
  add column location_format text not null default 'pidf' check (location_format in ('pidf', 'header'));
