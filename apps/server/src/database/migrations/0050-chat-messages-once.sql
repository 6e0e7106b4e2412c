-- What a client calls its message: what it sends again is kept once, however long ago it was sent first.
alter table chat_messages add column client_id text;
-- The message whose wording this one took the place of. The older wordings are overwritten.
alter table chat_messages add column edits integer;

-- A zero character cannot become text; such a name is none.
update chat_messages as message set client_id = message.head ->> 'x-client-id'
from (
  select topic, from_user, head ->> 'x-client-id' as id, min(seq) as seq from chat_messages
  where head::text like '%x-client-id%' and head::text not like '%\\u0000%'
    and json_typeof(head -> 'x-client-id') = 'string' and length(head ->> 'x-client-id') between 1 and 200
  group by topic, from_user, id
) as first
where message.topic = first.topic and message.seq = first.seq;
create unique index chat_messages_by_client_id on chat_messages (topic, from_user, client_id)
where client_id is not null;

update chat_messages as edit set edits = original.seq
from chat_messages as original
where edit.head::text like '%replace%' and edit.head::text not like '%\\u0000%'
  and original.topic = edit.topic
  and original.seq = substring(edit.head ->> 'replace' from ':(\d{1,9})$')::integer
  and original.seq < edit.seq
  and original.from_user = edit.from_user;
update chat_messages as older set
  content = newest.content,
  plain_text = newest.plain_text,
  head = case
    when older.head::text like '%\\u0000%' then older.head
    else (
      select json_object_agg(part.key, part.value) from (
        select key, value from json_each(older.head) where key not in ('mime', 'mentions', 'attachments')
        union all
        select key, value from json_each(newest.head) where key in ('mime', 'mentions', 'attachments')
      ) as part
    )
  end
from (
  select distinct on (topic, edits) topic, edits, content, plain_text, head from chat_messages
  where edits is not null and not is_wiped
  order by topic, edits, seq desc
) as newest
where older.topic = newest.topic and older.seq = newest.edits and not older.is_wiped;
-- Found once, where it was said first.
update chat_messages set plain_text = '' where edits is not null;

-- Files belong to the message they stand in, and go with it; zero: to what the topic shows of itself.
alter table chat_file_topics add column seq integer not null default 0;
alter table chat_file_topics drop constraint chat_file_topics_pkey;
alter table chat_file_topics add primary key (key, topic, seq);
insert into chat_file_topics (key, topic, seq)
select distinct kept.key, message.topic, message.seq
from chat_messages as message
cross join lateral regexp_matches(coalesce(message.content::text, '') || coalesce(message.head::text, ''),
  '/v0/file/s/([0-9a-f]{32})', 'g') as found (part)
join chat_file_topics as kept on kept.key = found.part[1] and kept.topic = message.topic
where message.content::text like '%/v0/file/s/%' or message.head::text like '%/v0/file/s/%';
delete from chat_file_topics as kept using chat_topics as topic
where kept.seq = 0 and topic.name = kept.topic
  and strpos(coalesce(topic.public::text, '') || coalesce(topic.aux::text, ''), kept.key) = 0
  and exists (
    select from chat_file_topics as other
    where other.key = kept.key and other.topic = kept.topic and other.seq > 0
  );
-- The last message it stood in was deleted for all: nobody reads it any more, and it is collected.
alter table chat_files add column is_dropped boolean not null default false;

-- Names of people are found in their profiles, where they are always right.
update chat_users set tags = array(
  select tag from unnest(chat_users.tags) as tag
  where tag <> all (string_to_array(lower(users.firstname || ' ' || users.lastname), ' '))
)
from users where users.id = chat_users.account_id;

-- Somebody who made an account without a name or a password.
alter table chat_users drop constraint chat_users_level_check;
alter table chat_users add constraint chat_users_level_check check (level in ('anon', 'auth', 'root'));

-- Chat users of a Tinode cluster elsewhere, which asks us who somebody is.
create table chat_cluster_users (
  account_id integer primary key references users (id) on delete cascade,
  uid text not null,
  linked_at timestamptz not null
);
