-- Set: the challenge proves a signed-in user again, for this session, and signs nobody in.
alter table tfa_challenges add column session_id text references sessions (id) on delete cascade;
create index tfa_challenges_by_session on tfa_challenges (session_id);

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (
  end_reason in (
    'signedOut', 'expired', 'endedByUser', 'passwordChanged', 'tokenReused', 'userDisabled', 'addressRestored'
  )
);

-- A new address of a user: asked for, confirmed by the link mailed to it, taken back by the link mailed to the former.
create table email_changes (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  old_username text not null,
  old_email text not null,
  new_email text not null,
  confirm_hash bytea not null unique,
  created_at timestamptz not null,
  confirm_until timestamptz not null,
  undo_until timestamptz not null,
  confirmed_at timestamptz,
  -- Taken back, or replaced by a later change.
  ended_at timestamptz
);
create index email_changes_by_user on email_changes (user_id);
create index email_changes_by_age on email_changes (undo_until);
