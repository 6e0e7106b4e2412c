-- Who turned a call down: several people may share the line that rang. Unknown for desk phones.
alter table call_records add column declined_by integer references users (id) on delete set null;
-- Somebody was at the door. A door cannot be called back, so such a call never waits to be returned.
alter table call_records add column is_doorbell boolean not null default false;
update call_records set is_doorbell = true
from phones as door
where door.customer_id = call_records.customer_id and door.kind = 'doorbell' and door.extension = call_records.number
  and call_records.dir = 'in';
delete from unread_items using call_records
where unread_items.type = 'phn' and unread_items.item_id = call_records.id and call_records.is_doorbell;
