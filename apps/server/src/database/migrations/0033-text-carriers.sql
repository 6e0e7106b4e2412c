-- Segments of long texts that came in, until all of them are there. Kept a while longer, so that a segment the
-- carrier repeats is known.
create table sms_inbound_parts (
  sender text not null,
  receiver text not null,
  -- What the sender's phone joins them by.
  reference integer not null,
  total integer not null,
  number integer not null,
  -- UTF-16: a segment may end in the middle of a sign.
  content bytea not null,
  received_at timestamptz not null,
  primary key (sender, receiver, reference, total, number)
);
