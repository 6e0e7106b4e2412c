-- Faxes over this carrier: true asks it for T.38, false refuses it, null takes it when the carrier asks.
alter table trunks add column t38 boolean;
