CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text
);
--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("asked_at","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("decided_at","id") WHERE status <> 'waiting';--> statement-breakpoint

-- What was asked for never changes, is decided once, and never by who asked for it (rule APPROVALS-2).
create function check_approval_update() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting'
    or (new.id, new.kind, new.request, new.amount, new.reason, new.asked_by, new.asked_at, new.expires_at)
      is distinct from
       (old.id, old.kind, old.request, old.amount, old.reason, old.asked_by, old.asked_at, old.expires_at)
  then
    raise exception 'approval %: what was asked for or decided does not change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger legal_update before update on approvals for each row execute function check_approval_update();
--> statement-breakpoint
create trigger no_delete before delete on approvals for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on approvals for each statement execute function refuse_change();
--> statement-breakpoint
alter table approvals add constraint approved_by_another check (
  status <> 'approved' or (decided_by is not null and decided_by <> asked_by and decided_at < expires_at)
);
--> statement-breakpoint
alter table approvals add constraint decided_or_waiting check ((status = 'waiting') = (decided_at is null));
