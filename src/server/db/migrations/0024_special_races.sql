ALTER TABLE "special_races" ADD COLUMN "position" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "special_races" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "special_races" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "special_races" ADD CONSTRAINT "special_races_race_id_unique" UNIQUE("race_id");--> statement-breakpoint

-- A special race is run or cancelled, so that its jackpot has one way to go (rule MONEY-22).
alter table special_races add constraint run_or_cancelled check (race_id is null or cancelled_at is null);
--> statement-breakpoint
create trigger no_delete before delete on special_races for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on special_races for each statement execute function refuse_change();
