-- What was asked for, and why it waits, never changes; it is decided once, and never by who asked for it (rule
-- APPROVALS-2).
create function check_approval_update() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting'
    or (new.id, new.kind, new.request, new.amount, new.cause, new.moved_before, new.sum_limit, new.reason,
        new.asked_by, new.asked_at, new.expires_at)
      is distinct from
       (old.id, old.kind, old.request, old.amount, old.cause, old.moved_before, old.sum_limit, old.reason,
        old.asked_by, old.asked_at, old.expires_at)
  then
    raise exception 'approval %: what was asked for or decided does not change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger legal_update before update on approvals for each row execute function check_approval_update();
create trigger no_delete before delete on approvals for each row execute function refuse_change();
create trigger no_truncate before truncate on approvals for each statement execute function refuse_change();
