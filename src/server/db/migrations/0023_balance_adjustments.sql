CREATE TABLE "balance_adjustments" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"wallet" text NOT NULL,
	"admin_wallet" text NOT NULL,
	"previous_balance" bigint NOT NULL,
	"new_balance" bigint NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE INDEX "balance_adjustments_by_time" ON "balance_adjustments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "balance_adjustments_by_admin" ON "balance_adjustments" USING btree ("admin_wallet");--> statement-breakpoint

-- What admins gave and took stays on record (rule MONEY-24).
create trigger append_only before update or delete on balance_adjustments for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on balance_adjustments for each statement execute function refuse_change();
