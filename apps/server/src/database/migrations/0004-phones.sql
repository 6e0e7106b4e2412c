-- A doorbell is an endpoint like a phone, but nobody's line.
alter table phones add column kind text not null default 'phone' check (kind in ('phone', 'doorbell'));
alter table phones add column acr boolean not null default false;
alter table phones add column dnd boolean not null default false;
-- Empty: calls are not forwarded.
alter table phones add column forwarding text not null default '';
-- Where calls go while do not disturb is on (d), while the line is busy (b) and when nobody answers (u).
alter table phones add column dtype text not null default 'voicemail';
alter table phones add column dnumber text not null default '';
alter table phones add column btype text not null default 'voicemail';
alter table phones add column bnumber text not null default '';
alter table phones add column utype text not null default 'voicemail';
alter table phones add column unumber text not null default '';
alter table phones add column unumber_group text not null default '';
alter table phones add column music text not null default 'default';
alter table phones add column music_ringing boolean not null default false;
alter table phones add column totalmaximum integer not null default 4 check (totalmaximum between 1 and 20);
create index phones_by_extension on phones (customer_id, extension);
