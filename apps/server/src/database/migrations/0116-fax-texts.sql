-- What stands on the pages of faxes that were sent, as far as their documents say it; never read off a picture.
create table fax_texts (
  fax_id text not null references faxes (id) on delete cascade,
  -- From 1; a cover is the first page.
  page integer not null check (page between 1 and 201),
  text text not null check (char_length(text) between 1 and 20000),
  primary key (fax_id, page)
);

-- The words of all pages, each page with those that its beginning has; an index takes no more than a megabyte of them.
create function search_fax_words(id text) returns text language sql stable parallel safe as $$
  select coalesce(' ' || btrim(left(string_agg(btrim(search_fold(said.text)), ' ' order by said.page), 200000)) || ' ', '')
  from fax_texts as said
  where said.fax_id = id and search_fold(said.text) <> ''
$$;

create or replace view search_faxes_source as
select fax.id as source, fax.customer_id, 'fax'::text as category, fax.id as ref,
  'fax:' || fax.fax_line_id as scope, fax.fax_line_id::text as place, fax.at, fax.party_number as party,
  coalesce(fax.sent_by::text, '') as author, ''::text as name, text.folded,
  search_digits(fax.party_number) as digits,
  search_words(text.folded, array[
    's:fax:' || fax.fax_line_id, case fax.direction when 'SENT' then 'o:' else 'i:' end || nullif(fax.party_number, ''), 'a:' || fax.sent_by,
    case fax.direction when 'SENT' then 'd:out' else 'd:in' end
  ]) as words
from faxes as fax
cross join lateral (
  select replace(search_fold(concat_ws(' ', fax.party_name, fax.subject)) || search_fax_words(fax.id), '  ', ' ') as folded
  offset 0
) as text
where fax.deleted_at is null;

-- With a fax its text goes too: then there is nothing left to put.
create function search_fax_texts_changed() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform search_put_faxes(array(select distinct fax_id from changed));
  return null;
end $$;
create trigger search_added after insert on fax_texts referencing new table as changed
  for each statement execute function search_fax_texts_changed();
create trigger search_changed after update on fax_texts referencing new table as changed
  for each statement execute function search_fax_texts_changed();
