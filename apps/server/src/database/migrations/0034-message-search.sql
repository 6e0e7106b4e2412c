-- Texts by their words, for the inbox's search.
create index sms_messages_by_words on sms_messages using gin (to_tsvector('simple', text)) where deleted_at is null;
-- With the usual statistics rare words look common, and the planner walks a million texts to find three.
alter index sms_messages_by_words alter column 1 set statistics 1000;
