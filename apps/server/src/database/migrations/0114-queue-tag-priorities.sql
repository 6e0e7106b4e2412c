-- "vip 10": a tag of the company's contacts, and how far callers with it go before others.
alter table queues add column tag_priorities text[] not null default '{}';
