-- Nobody waits where nobody can come. Queues that are there already stay as they are.
alter table queues alter column leaves_when_empty set default true;
