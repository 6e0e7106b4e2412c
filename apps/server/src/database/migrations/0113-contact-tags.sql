-- A comma-separated list, as numbers and addresses are.
alter table contacts add column tags text not null default '';
-- Most contacts have none: whoever asks which tags there are need not read the whole book.
create index contacts_tagged on contacts (customer_id) where tags <> '' and deleted_at is null;
