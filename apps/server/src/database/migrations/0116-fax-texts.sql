-- What stands on the pages of faxes that were sent, as far as their documents say it; never read off a picture.
create table fax_texts (
  fax_id text not null references faxes (id) on delete cascade,
  -- From 1; a cover is the first page.
  page integer not null check (page between 1 and 201),
  text text not null check (char_length(text) between 1 and 20000),
  primary key (fax_id, page)
);
