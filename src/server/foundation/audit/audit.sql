-- A row as it is hashed. The keys of jsonb have one order, so the same row is always the same text.
create function audit_entry(audited audit_log) returns text language sql stable as $$
  select jsonb_build_object(
    'id', audited.id,
    'at', to_char(audited.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'actor', audited.actor,
    'action', audited.action,
    'subject', audited.subject,
    'detail', audited.detail,
    'before', audited.before,
    'after', audited.after,
    'reason', audited.reason
  )::text
$$;

create function audit_hash(previous text, audited audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(previous || E'\n' || audit_entry(audited), 'UTF8')), 'hex')
$$;

-- One row after the other (rule AUDIT-1): who writes the next one waits until this one is committed, and reads its hash.
create function chain_audit_row() returns trigger language plpgsql as $$
declare
  last audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('furlong audit', 0));
  select * into last from audit_log order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.previous_hash := coalesce(last.hash, repeat('0', 64));
  new.hash := audit_hash(new.previous_hash, new);
  return new;
end $$;

create trigger append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger no_truncate before truncate on audit_log for each statement execute function refuse_change();
create trigger chain_rows before insert on audit_log for each row execute function chain_audit_row();

-- What was anchored stays so (rule AUDIT-3).
create trigger append_only before update or delete on audit_anchors for each row execute function refuse_change();
create trigger no_truncate before truncate on audit_anchors for each statement execute function refuse_change();
