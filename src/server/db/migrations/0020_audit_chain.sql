ALTER TABLE "audit_log" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "previous_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "id" SET DEFAULT 0;--> statement-breakpoint
DROP SEQUENCE "audit_log_id_seq";--> statement-breakpoint

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
--> statement-breakpoint
create function audit_hash(previous text, audited audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(previous || E'\n' || audit_entry(audited), 'UTF8')), 'hex')
$$;
--> statement-breakpoint

-- Rows that are there already become the beginning of the chain.
alter table audit_log disable trigger append_only;
--> statement-breakpoint
do $$
declare
  audited audit_log;
  previous text := repeat('0', 64);
  place bigint := 0;
begin
  for audited in select * from audit_log order by id loop
    place := place + 1;
    update audit_log set id = place where id = audited.id;
    audited.id := place;
    update audit_log set previous_hash = previous, hash = audit_hash(previous, audited) where id = place
      returning hash into previous;
  end loop;
end $$;
--> statement-breakpoint
alter table audit_log enable trigger append_only;
--> statement-breakpoint

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
--> statement-breakpoint
create trigger chain_rows before insert on audit_log for each row execute function chain_audit_row();
