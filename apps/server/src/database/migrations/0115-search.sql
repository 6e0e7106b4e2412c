-- Everything that is searched, as documents that triggers keep in step with what they are made from: no way of writing
-- can forget them, and what a transaction writes is found as soon as it commits.
create extension if not exists pg_trgm;

-- What counts as a letter depends on the database's locale: where it can be said, it is said.
do $$
declare
  of_unicode text := (
    select quote_ident(collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') and collencoding in (-1, pg_char_to_encoding('UTF8'))
    order by collname limit 1
  );
begin
  execute format($make$
    create function search_small(text) returns text language sql immutable strict parallel safe
    return lower($1 collate %s)
  $make$, coalesce(of_unicode, '"default"'));
end $$;

-- The words of a text in the form in which they are compared, with a space around each. The same, sign by sign, as
-- `folded` of packages/search.
create function search_fold(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := left(given, 20000);
begin
  if octet_length(words) = length(words) then
    words := regexp_replace(replace(lower(words collate "C"), '''', ''), '[^a-z0-9]+', ' ', 'g');
  else
    words := regexp_replace(
      search_small(normalize(words, NFKD)),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u05F3\u05F4\u0610-\u061A'
      || '\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-'
      || '\u1DFF\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F\uFE20-\uFE2F\u00AD\u200B-\u200F\u202A-\u202E\u2060-'
      || '\u2069\uFEFF''\u2018\u2019\u02BB\u02BC]',
      '', 'g');
    words := translate(words, 'øđðħıłŋŧς', 'oddhilntσ');
    words := replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    words := regexp_replace(
      words,
      '[\u0001-\u0026\u0028-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4'
      || '\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u055A-\u055F\u0589-\u058F\u05BE\u05C0\u05C3\u05C6\u0600-\u060F'
      || '\u061B-\u061F\u066A-\u066D\u06D4\u06DD\u06DE\u06E9\u0700-\u070F\u0964\u0965\u0970\u0E4F\u0E5A\u0E5B'
      || '\u104A-\u104F\u1360-\u1368\u166D\u1800-\u180A\u2000-\u200A\u2010-\u2017\u201A-\u2029\u202F-\u205F'
      || '\u206A-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F'
      || '\u30A0\u30FB\uE000-\uF8FF\uFE10-\uFE1F\uFE30-\uFE6F\uFFF0-\uFFFF\U0001F000-\U0001FAFF]+',
      ' ', 'g');
    words := regexp_replace(
      words,
      '([\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3040-\u3098\u309B-\u309F\u30A1-\u30FA\u30FC-\u30FF\u31F0-'
      || '\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003134F])',
      ' \1 ', 'g');
    words := regexp_replace(words, ' {2,}', ' ', 'g');
  end if;
  words := btrim(words, ' ');
  if length(words) > 64 and words ~ '[^ ]{65}' then
    words := regexp_replace(words, '([^ ]{64})[^ ]+', '\1', 'g');
  end if;
  return case when words = '' then '' else ' ' || words || ' ' end;
end $$;

-- The words as an index holds them, and among them what else is asked for; a word has no colon.
create function search_words(folded text, marks text[]) returns tsvector language sql immutable parallel safe
return array_to_tsvector(string_to_array(btrim(folded, ' '), ' ') || array_remove(marks, null));

create function search_digits(number text) returns text language sql immutable parallel safe
return regexp_replace(number, '[^0-9]+', '', 'g');

-- By category, so that each has indexes and statistics of its own. Which user may see a document is said by its scope.
create table search_documents (
  customer_id integer not null,
  category text not null,
  -- What it is made from: the id that its category gives.
  ref text not null,
  -- 'sms:', 'phone:', 'vox:' or 'fax:' and the line's id, 'topic:' and its name, 'user:' and an id, 'company'; of a
  -- task its channel.
  scope text not null,
  -- The conversation or chat in which it stands.
  place text not null,
  at timestamptz not null,
  -- The number at the other end.
  party text not null,
  -- Who wrote it: a user's id, in chat the chat user's.
  author text not null,
  -- Of people, their name, folded.
  name text not null,
  folded text not null,
  digits text not null,
  -- The words, and as marks: s: scope, d: direction, i: or o: the number from or to which it went, a: author, has:file,
  -- is:missed.
  words tsvector not null
) partition by list (category);
create table search_contacts partition of search_documents for values in ('contacts');
create table search_conversations partition of search_documents for values in ('smsc');
create table search_texts partition of search_documents for values in ('smsm');
create table search_calls partition of search_documents for values in ('cdrs');
create table search_voicemails partition of search_documents for values in ('vox');
create table search_faxes partition of search_documents for values in ('fax');
create table search_chats partition of search_documents for values in ('teams');
create table search_tasks partition of search_documents for values in ('tasks');

create view search_texts_source as
select message.id as source, message.customer_id, 'smsm'::text as category, message.id::text as ref,
  'sms:' || conversation.sms_line_id as scope, conversation.id::text as place, message.at,
  conversation.number as party, coalesce(message.sent_by::text, '') as author, ''::text as name, text.folded,
  ''::text as digits,
  search_words(text.folded, array[
    's:sms:' || conversation.sms_line_id, 'a:' || message.sent_by, 'd:' || message.direction,
    left(message.direction, 1) || ':' || conversation.number, case when message.has_media then 'has:file' end
  ]) as words
from sms_messages as message
join sms_conversations as conversation on conversation.id = message.conversation_id
cross join lateral (
  select search_fold(case when not message.has_media then message.text else concat_ws(' ', message.text, (
    select string_agg(media.name, ' ' order by media.position) from sms_media as media
    where media.message_id = message.id
  )) end) as folded
  offset 0
) as text
where message.deleted_at is null;

-- Found by their number. Their time is asked for where it changes with every text: in their own table.
create view search_conversations_source as
select id as source, customer_id, 'smsc'::text as category, id::text as ref, 'sms:' || sms_line_id as scope,
  id::text as place, 'epoch'::timestamptz as at, number as party, ''::text as author, ''::text as name,
  search_fold(number) as folded, search_digits(number) as digits,
  search_words(search_fold(number), array['s:sms:' || sms_line_id, 'i:' || number]) as words
from sms_conversations
where deleted_at is null;

create view search_calls_source as
select record.id as source, record.customer_id, 'cdrs'::text as category, record.id as ref,
  'phone:' || record.phone_id as scope, record.call_id as place, record.started_at as at, record.number as party,
  ''::text as author, ''::text as name, text.folded, search_digits(record.number) as digits,
  search_words(text.folded, array[
    's:phone:' || record.phone_id, left(record.dir, 1) || ':' || nullif(record.number, ''), 'd:' || record.dir,
    case when record.dir = 'in' and record.status not in ('answer', 'elsewhere', 'declined') then 'is:missed' end
  ]) as words
from call_records as record
cross join lateral (
  select search_fold(concat_ws(' ', record.name, (
    select note.text from call_notes as note
    where note.call_id = record.call_id and note.phone_id = record.phone_id
  ))) as folded
  offset 0
) as text
where record.ended_at is not null and record.phone_id is not null;

create view search_voicemails_source as
select message.id as source, message.customer_id, 'vox'::text as category, message.id as ref,
  'vox:' || message.voicemail_box_id as scope, message.voicemail_box_id::text as place, message.received_at as at,
  message.caller_number as party, ''::text as author, ''::text as name, text.folded,
  search_digits(message.caller_number) as digits,
  search_words(text.folded, array[
    's:vox:' || message.voicemail_box_id, 'i:' || nullif(message.caller_number, ''), 'd:in'
  ]) as words
from voicemail_messages as message
left join voicemail_transcripts as transcript on transcript.message_id = message.id
cross join lateral (
  select search_fold(concat_ws(' ', message.caller_name, transcript.text)) as folded offset 0
) as text
where message.deleted_at is null;

create view search_faxes_source as
select fax.id as source, fax.customer_id, 'fax'::text as category, fax.id as ref,
  'fax:' || fax.fax_line_id as scope, fax.fax_line_id::text as place, fax.at, fax.party_number as party,
  coalesce(fax.sent_by::text, '') as author, ''::text as name, text.folded,
  search_digits(fax.party_number) as digits,
  search_words(text.folded, array[
    's:fax:' || fax.fax_line_id, case fax.direction when 'SENT' then 'o:' else 'i:' end || nullif(fax.party_number, ''), 'a:' || fax.sent_by,
    case fax.direction when 'SENT' then 'd:out' else 'd:in' end
  ]) as words
from faxes as fax
cross join lateral (select search_fold(concat_ws(' ', fax.party_name, fax.subject)) as folded offset 0) as text
where fax.deleted_at is null;

-- The names of the files in a message, written by whoever writes what it says.
alter table chat_messages add column file_names text not null default '';
-- A sign that is none cannot become text; such names are left out.
update chat_messages as message set file_names = left(found.names, 2000)
from (
  select topic, seq, string_agg(part -> 'data' ->> 'name', ' ') as names
  from chat_messages cross join lateral json_array_elements(
    case when json_typeof(content -> 'ent') = 'array' then content -> 'ent' else '[]' end
  ) as part
  where content::text like '%"ent"%' and content::text !~* '\\u(0000|d[89a-f])'
    and not is_wiped and plain_text <> ''
  group by topic, seq
) as found
where message.topic = found.topic and message.seq = found.seq and found.names <> '';

create view search_chats_source as
select message.topic, message.seq, coalesce(topic.customer_id, 0) as customer_id, 'teams'::text as category,
  message.topic || ':' || message.seq as ref, 'topic:' || message.topic as scope, message.topic as place,
  message.sent_at as at, ''::text as party, message.from_user as author, ''::text as name, text.folded,
  ''::text as digits,
  search_words(text.folded, array[
    's:topic:' || message.topic, 'a:' || message.from_user, case when message.file_names <> '' then 'has:file' end
  ]) as words
from chat_messages as message
join chat_topics as topic on topic.name = message.topic
cross join lateral (
  select search_fold(concat_ws(' ', message.plain_text, message.file_names)) as folded offset 0
) as text
where not message.is_wiped and (message.plain_text <> '' or message.file_names <> '');

create view search_tasks_source as
select id as source, customer_id, 'tasks'::text as category, id::text as ref, channel as scope, ''::text as place,
  created_on as at, number as party, coalesce(created_by::text, '') as author, ''::text as name,
  search_fold(note) as folded, search_digits(number) as digits,
  search_words(search_fold(note), array['s:' || channel, 'i:' || nullif(number, ''), 'a:' || created_by]) as words
from tasks
where status <> 'deleted';

-- People: colleagues by their id with a minus before it, as everywhere.
create view search_contacts_source as
select contact.id as source, contact.customer_id, 'contacts'::text as category, contact.id::text as ref,
  case when contact.is_public then 'company' else 'user:' || contact.owner_id end as scope, ''::text as place,
  'epoch'::timestamptz as at, ''::text as party, coalesce(contact.owner_id::text, '') as author,
  search_fold(concat_ws(' ', contact.fname, contact.lname)) as name, text.folded,
  concat_ws(' ',
    (select string_agg(number.key, ' ' order by number.label, number.position) from contact_numbers as number
      where number.contact_id = contact.id),
    regexp_replace(
      concat_ws(',', contact.mobile, contact.work, contact.home, contact.fax, contact.conference, contact.other),
      '[^0-9,]', '', 'g')
  ) as digits,
  search_words(text.folded, array[
    's:' || case when contact.is_public then 'company' else 'user:' || contact.owner_id end, 'a:' || contact.owner_id
  ]) as words
from contacts as contact
cross join lateral (
  select search_fold(concat_ws(' ', contact.fname, contact.lname, contact.organization, contact.title,
    contact.emails, contact.notes, contact.tags)) as folded
  offset 0
) as text
where contact.deleted_at is null and (contact.is_public or contact.owner_id is not null)
union all
select -colleague.id, colleague.customer_id, 'contacts', (-colleague.id)::text, 'colleagues', '', 'epoch', '', '',
  search_fold(concat_ws(' ', colleague.firstname, colleague.lastname)), text.folded, text.digits,
  search_words(text.folded, array['s:colleagues'])
from users as colleague
cross join lateral (
  select search_fold(concat_ws(' ', colleague.firstname, colleague.lastname, colleague.teams_nickname,
    colleague.title, colleague.email, lines.words)) as folded,
    regexp_replace(concat_ws(',', colleague.extension, colleague.mobile, lines.numbers), '[^0-9,]', '', 'g') as digits
  from (
    select string_agg(concat_ws(',', phone.extension, phone.callerid_external), ',' order by phone.id) as numbers,
      string_agg(phone.extension, ' ' order by phone.id) as words
    from phone_users as member join phones as phone on phone.id = member.phone_id
    where member.user_id = colleague.id
  ) as lines
  offset 0
) as text
where colleague.disabled_at is null;

-- What there is already.
insert into search_contacts select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_contacts_source;
insert into search_conversations select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_conversations_source;
insert into search_texts select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_texts_source;
insert into search_calls select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_calls_source;
insert into search_voicemails select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_voicemails_source;
insert into search_faxes select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_faxes_source;
insert into search_chats select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_chats_source;
insert into search_tasks select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words from search_tasks_source;

create unique index search_contacts_by_ref on search_contacts (ref);
create unique index search_conversations_by_ref on search_conversations (ref);
create unique index search_texts_by_ref on search_texts (ref);
create unique index search_calls_by_ref on search_calls (ref);
create unique index search_voicemails_by_ref on search_voicemails (ref);
create unique index search_faxes_by_ref on search_faxes (ref);
create unique index search_chats_by_ref on search_chats (ref);
create unique index search_tasks_by_ref on search_tasks (ref);
create index search_texts_newest on search_texts (customer_id, at, ref);
create index search_calls_newest on search_calls (customer_id, at, ref);
create index search_voicemails_newest on search_voicemails (customer_id, at, ref);
create index search_faxes_newest on search_faxes (customer_id, at, ref);
create index search_chats_newest on search_chats (customer_id, at, ref);
create index search_tasks_newest on search_tasks (customer_id, at, ref);
-- A search reads the list of what is not sorted in yet from its beginning to its end: it is kept short.
create index search_contacts_by_words on search_contacts using gin (words) with (gin_pending_list_limit = 256);
create index search_contacts_by_part on search_contacts using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_conversations_by_words on search_conversations using gin (words) with (gin_pending_list_limit = 256);
create index search_conversations_by_part on search_conversations using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_texts_by_words on search_texts using gin (words) with (gin_pending_list_limit = 256);
create index search_texts_by_part on search_texts using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_calls_by_words on search_calls using gin (words) with (gin_pending_list_limit = 256);
create index search_calls_by_part on search_calls using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_voicemails_by_words on search_voicemails using gin (words) with (gin_pending_list_limit = 256);
create index search_voicemails_by_part on search_voicemails using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_faxes_by_words on search_faxes using gin (words) with (gin_pending_list_limit = 256);
create index search_faxes_by_part on search_faxes using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_chats_by_words on search_chats using gin (words) with (gin_pending_list_limit = 256);
create index search_chats_by_part on search_chats using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_tasks_by_words on search_tasks using gin (words) with (gin_pending_list_limit = 256);
create index search_tasks_by_part on search_tasks using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index search_contacts_by_digits on search_contacts using gin (digits gin_trgm_ops) with (gin_pending_list_limit = 256);
create index search_conversations_by_digits on search_conversations using gin (digits gin_trgm_ops) with (gin_pending_list_limit = 256);
create index search_calls_by_digits on search_calls using gin (digits gin_trgm_ops) with (gin_pending_list_limit = 256);
create index search_voicemails_by_digits on search_voicemails using gin (digits gin_trgm_ops) with (gin_pending_list_limit = 256);
create index search_faxes_by_digits on search_faxes using gin (digits gin_trgm_ops) with (gin_pending_list_limit = 256);
create index search_contacts_by_name on search_contacts using gin (name gin_trgm_ops) with (gin_pending_list_limit = 256);

-- Searched by two mechanisms no more.
drop index sms_messages_by_words;
drop index chat_messages_by_words;

-- Keeping the documents in step. Each function makes the documents of these sources anew from the view that says what
-- they are: also those of which nothing is to be found any more. Plans are made for a few rows whatever came first, or
-- one load of many rows would leave a plan behind that reads whole tables for each text.
create function search_put_contacts(changed integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_contacts where ref in (
    select unnest(changed)::text except select ref from search_contacts_source where source = any(changed));
  insert into search_contacts select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_contacts_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_conversations(changed integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_conversations where ref in (
    select unnest(changed)::text except select ref from search_conversations_source where source = any(changed));
  insert into search_conversations select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_conversations_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_texts(changed bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_texts where ref in (
    select unnest(changed)::text except select ref from search_texts_source where source = any(changed));
  insert into search_texts select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_texts_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_calls(changed text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_calls where ref in (
    select unnest(changed)::text except select ref from search_calls_source where source = any(changed));
  insert into search_calls select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_calls_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_voicemails(changed text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_voicemails where ref in (
    select unnest(changed)::text except select ref from search_voicemails_source where source = any(changed));
  insert into search_voicemails select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_voicemails_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_faxes(changed text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_faxes where ref in (
    select unnest(changed)::text except select ref from search_faxes_source where source = any(changed));
  insert into search_faxes select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_faxes_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_tasks(changed integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_tasks where ref in (
    select unnest(changed)::text except select ref from search_tasks_source where source = any(changed));
  insert into search_tasks select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_tasks_source where source = any(changed)
  on conflict (ref) do update set customer_id = excluded.customer_id, scope = excluded.scope, place = excluded.place, at = excluded.at, party = excluded.party, author = excluded.author, name = excluded.name, folded = excluded.folded, digits = excluded.digits, words = excluded.words;
end $$;
create function search_put_chat(changed_topic text, changed_seq integer) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_chats where ref = changed_topic || ':' || changed_seq;
  insert into search_chats select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_chats_source where topic = changed_topic and seq = changed_seq;
end $$;

-- New rows, many at a time.
create function search_texts_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_texts select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_texts_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on sms_messages referencing new table as added
  for each statement execute function search_texts_added();
create function search_texts_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_texts where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on sms_messages referencing old table as gone
  for each statement execute function search_texts_gone();
create function search_texts_changed() returns trigger language plpgsql as $$
begin
  perform search_put_texts(array[new.id]);
  return null;
end $$;
create function search_conversations_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_conversations select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_conversations_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on sms_conversations referencing new table as added
  for each statement execute function search_conversations_added();
create function search_conversations_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_conversations where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on sms_conversations referencing old table as gone
  for each statement execute function search_conversations_gone();
create function search_conversations_changed() returns trigger language plpgsql as $$
begin
  perform search_put_conversations(array[new.id]);
  return null;
end $$;
create function search_calls_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_calls select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_calls_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on call_records referencing new table as added
  for each statement execute function search_calls_added();
create function search_calls_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_calls where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on call_records referencing old table as gone
  for each statement execute function search_calls_gone();
create function search_calls_changed() returns trigger language plpgsql as $$
begin
  perform search_put_calls(array[new.id]);
  return null;
end $$;
create function search_voicemails_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_voicemails select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_voicemails_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on voicemail_messages referencing new table as added
  for each statement execute function search_voicemails_added();
create function search_voicemails_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_voicemails where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on voicemail_messages referencing old table as gone
  for each statement execute function search_voicemails_gone();
create function search_voicemails_changed() returns trigger language plpgsql as $$
begin
  perform search_put_voicemails(array[new.id]);
  return null;
end $$;
create function search_faxes_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_faxes select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_faxes_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on faxes referencing new table as added
  for each statement execute function search_faxes_added();
create function search_faxes_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_faxes where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on faxes referencing old table as gone
  for each statement execute function search_faxes_gone();
create function search_faxes_changed() returns trigger language plpgsql as $$
begin
  perform search_put_faxes(array[new.id]);
  return null;
end $$;
create function search_tasks_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_tasks select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_tasks_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on tasks referencing new table as added
  for each statement execute function search_tasks_added();
create function search_tasks_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_tasks where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on tasks referencing old table as gone
  for each statement execute function search_tasks_gone();
create function search_tasks_changed() returns trigger language plpgsql as $$
begin
  perform search_put_tasks(array[new.id]);
  return null;
end $$;
create function search_contacts_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into search_contacts select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_contacts_source where source = any(array(select id from added));
  return null;
end $$;
create trigger search_added after insert on contacts referencing new table as added
  for each statement execute function search_contacts_added();
create function search_contacts_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_contacts where ref = any(array(select id::text from gone));
  return null;
end $$;
create trigger search_gone after delete on contacts referencing old table as gone
  for each statement execute function search_contacts_gone();
create function search_contacts_changed() returns trigger language plpgsql as $$
begin
  perform search_put_contacts(array[new.id]);
  return null;
end $$;

create function search_chats_added() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into search_chats select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_chats_source as message
  where (message.topic, message.seq) in (select topic, seq from added);
  return null;
end $$;
create trigger search_added after insert on chat_messages referencing new table as added
  for each statement execute function search_chats_added();
create function search_chats_gone() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_chats where ref = any(array(select topic || ':' || seq from gone));
  return null;
end $$;
create trigger search_gone after delete on chat_messages referencing old table as gone
  for each statement execute function search_chats_gone();
create function search_chats_changed() returns trigger language plpgsql as $$
begin
  perform search_put_chat(new.topic, new.seq);
  return null;
end $$;
create trigger search_changed after update on chat_messages for each row
  when (old.plain_text <> new.plain_text or old.file_names <> new.file_names or old.is_wiped <> new.is_wiped)
  execute function search_chats_changed();

-- Changes that matter, row by row: most others, as a receipt of a text, then cost nothing.
create trigger search_changed after update on sms_messages for each row
  when (old.text <> new.text or (old.deleted_at is null) <> (new.deleted_at is null) or old.has_media <> new.has_media
    or old.sent_by is distinct from new.sent_by or old.conversation_id <> new.conversation_id)
  execute function search_texts_changed();
create trigger search_changed after update on call_records for each row
  when ((old.ended_at is null) <> (new.ended_at is null) or old.phone_id is distinct from new.phone_id
    or old.name <> new.name or old.number <> new.number or old.status is distinct from new.status)
  execute function search_calls_changed();
create trigger search_changed after update on voicemail_messages for each row
  when (old.caller_name <> new.caller_name or old.caller_number <> new.caller_number
    or (old.deleted_at is null) <> (new.deleted_at is null) or old.voicemail_box_id <> new.voicemail_box_id)
  execute function search_voicemails_changed();
create trigger search_changed after update on faxes for each row
  when (old.party_name <> new.party_name or old.party_number <> new.party_number or old.subject <> new.subject
    or (old.deleted_at is null) <> (new.deleted_at is null) or old.fax_line_id <> new.fax_line_id
    or old.sent_by is distinct from new.sent_by)
  execute function search_faxes_changed();
create trigger search_changed after update on tasks for each row
  when (old.note <> new.note or old.status <> new.status or old.channel <> new.channel or old.number <> new.number
    or old.created_by is distinct from new.created_by)
  execute function search_tasks_changed();
create trigger search_changed after update on contacts for each row execute function search_contacts_changed();

-- The texts of a deleted conversation keep their documents, which nobody finds: it may have a hundred thousand, and
-- deleting or restoring it must not take the time to write them all.
create function search_conversation_changed() returns trigger language plpgsql as $$
begin
  perform search_put_conversations(array[new.id]);
  return null;
end $$;
create trigger search_changed after update on sms_conversations for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function search_conversation_changed();
create function search_conversation_moved() returns trigger language plpgsql as $$
begin
  perform search_put_conversations(array[new.id]);
  perform search_put_texts(array(select id from sms_messages where conversation_id = new.id and deleted_at is null));
  return null;
end $$;
create trigger search_moved after update on sms_conversations for each row
  when (old.number <> new.number or old.sms_line_id <> new.sms_line_id)
  execute function search_conversation_moved();

-- The names of files, notes, transcripts and numbers are written beside what they belong to.
create function search_media_changed() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform search_put_texts(array(select distinct message_id from changed where message_id is not null));
  return null;
end $$;
create trigger search_added after insert on sms_media referencing new table as changed
  for each statement execute function search_media_changed();
create trigger search_changed after update on sms_media referencing new table as changed
  for each statement execute function search_media_changed();

create function search_note_changed() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform search_put_calls(array(
    select record.id from call_records as record
    where record.call_id = coalesce(new.call_id, old.call_id) and record.phone_id = coalesce(new.phone_id, old.phone_id)
  ));
  return null;
end $$;
create trigger search_changed after insert or update or delete on call_notes for each row
  execute function search_note_changed();

create function search_transcript_changed() returns trigger language plpgsql as $$
begin
  perform search_put_voicemails(array[coalesce(new.message_id, old.message_id)]);
  return null;
end $$;
create function search_transcripts_added() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from search_voicemails where ref = any(array(select message_id from added where text <> ''));
  insert into search_voicemails select customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words
  from search_voicemails_source where source = any(array(select message_id from added where text <> ''));
  return null;
end $$;
create trigger search_added after insert on voicemail_transcripts referencing new table as added
  for each statement execute function search_transcripts_added();
create trigger search_changed after update on voicemail_transcripts for each row when (old.text <> new.text)
  execute function search_transcript_changed();
create trigger search_gone after delete on voicemail_transcripts for each row when (old.text <> '')
  execute function search_transcript_changed();

create function search_numbers_changed() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform search_put_contacts(array(select distinct contact_id from changed));
  return null;
end $$;
create trigger search_added after insert on contact_numbers referencing new table as changed
  for each statement execute function search_numbers_changed();
create trigger search_gone after delete on contact_numbers referencing old table as changed
  for each statement execute function search_numbers_changed();

-- Colleagues and their lines.
create function search_colleague_changed() returns trigger language plpgsql as $$
begin
  perform search_put_contacts(array[-coalesce(new.id, old.id)]);
  return null;
end $$;
create trigger search_added after insert or delete on users for each row execute function search_colleague_changed();
create trigger search_changed after update on users for each row
  when ((old.firstname, old.lastname, old.teams_nickname, old.title, old.email, old.mobile)
    <> (new.firstname, new.lastname, new.teams_nickname, new.title, new.email, new.mobile)
    or old.extension is distinct from new.extension or (old.disabled_at is null) <> (new.disabled_at is null))
  execute function search_colleague_changed();
create function search_line_changed() returns trigger language plpgsql as $$
begin
  perform search_put_contacts(array(select -user_id from phone_users where phone_id = new.id));
  return null;
end $$;
create trigger search_changed after update on phones for each row
  when (old.extension is distinct from new.extension or old.callerid_external <> new.callerid_external)
  execute function search_line_changed();
create function search_line_user_changed() returns trigger language plpgsql as $$
begin
  perform search_put_contacts(array[-coalesce(new.user_id, old.user_id)]);
  return null;
end $$;
create trigger search_changed after insert or delete on phone_users for each row
  execute function search_line_user_changed();
