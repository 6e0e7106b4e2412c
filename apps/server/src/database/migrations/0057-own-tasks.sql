-- A task that somebody writes down by itself, about nothing that came in.
alter table tasks drop constraint tasks_source_check;
alter table tasks add constraint tasks_source_check check (source in ('sms', 'voicemail', 'fax', 'call', 'chat', 'own'));
