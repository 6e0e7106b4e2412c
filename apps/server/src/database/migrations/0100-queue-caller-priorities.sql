-- "12125550171 10": the number, or its beginning and a star, and how far its caller goes before others.
alter table queues add column caller_priorities text[] not null default '{}';
