-- What a user wants of his own topic: join, presence and share unless he hides whether he is there.
alter table chat_users add column me_want smallint not null default 41;
