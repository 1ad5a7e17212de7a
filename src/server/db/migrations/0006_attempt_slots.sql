ALTER TABLE "payment_attempts" ADD COLUMN "signed_at_slot" bigint;--> statement-breakpoint
-- Where it was not written down: no slot is below its height, and a blockhash lives for 150 blocks.
UPDATE "payment_attempts" SET "signed_at_slot" = greatest(0, "last_valid_block_height" - 150);--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "signed_at_slot" SET NOT NULL;
