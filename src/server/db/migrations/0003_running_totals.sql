ALTER TABLE "horses" ADD COLUMN "races_run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "horses" ADD COLUMN "races_won" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "horses" ADD COLUMN "bets_taken" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "balance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "bets_prepared" ON "bets" USING btree ("last_valid_block_height") WHERE status = 'prepared';--> statement-breakpoint
CREATE INDEX "deposits_by_finality" ON "deposits" USING btree ("finalized_at");--> statement-breakpoint
CREATE INDEX "deposits_by_slot" ON "deposits" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "ledger_accounts_in_use" ON "ledger_accounts" USING btree ("account") WHERE balance <> 0;--> statement-breakpoint
CREATE INDEX "payments_by_end" ON "payments" USING btree ("processed_at");