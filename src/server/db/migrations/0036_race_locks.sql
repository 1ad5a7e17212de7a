CREATE TABLE "race_locks" (
	"race_id" text PRIMARY KEY NOT NULL,
	"root" text NOT NULL,
	"pool" bigint NOT NULL,
	"bet_ids" text[] NOT NULL,
	"payment_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "race_locks" ADD CONSTRAINT "race_locks_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint

-- What a lock memo commits to is never changed (rule FAIR-16).
create trigger append_only before update or delete on race_locks for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on race_locks for each statement execute function refuse_change();
