CREATE TABLE "rule_log" (
	"row" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"entry" text NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "rules_row" bigint;--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "rules_hash" text;--> statement-breakpoint
CREATE INDEX "rule_log_by_kind" ON "rule_log" USING btree ("kind","row");--> statement-breakpoint

-- One row after the other (rule RULELOG-1): who writes the next one waits until this one is committed, and reads its hash. The
-- entry comes without its number, which is put in front.
create function chain_rule_row() returns trigger language plpgsql as $$
declare
  last rule_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('furlong rules', 0));
  select * into last from rule_log order by "row" desc limit 1;
  new."row" := coalesce(last."row", 0) + 1;
  new.entry := '{"row":' || new."row" || ',' || substr(new.entry, 2);
  new.hash := encode(
    sha256(convert_to(coalesce(last.hash, repeat('0', 64)) || E'\n' || new.entry, 'UTF8')), 'hex');
  return new;
end $$;
--> statement-breakpoint
create trigger chain_rows before insert on rule_log for each row execute function chain_rule_row();
--> statement-breakpoint
create trigger append_only before update or delete on rule_log for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on rule_log for each statement execute function refuse_change();
--> statement-breakpoint

-- What a race committed to of the log does not change (rule RULELOG-4).
create trigger rules_stay before update on races for each row
  when ((old.rules_row, old.rules_hash) is distinct from (new.rules_row, new.rules_hash))
  execute function refuse_change();
