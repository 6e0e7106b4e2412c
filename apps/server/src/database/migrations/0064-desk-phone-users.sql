-- On whose desk a phone stands. Null: it is anybody's who uses its line.
alter table sip_devices add column user_id integer references users (id) on delete set null;
