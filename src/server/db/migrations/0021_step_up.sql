ALTER TABLE "sessions" ADD COLUMN "stepped_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_nonces" ADD COLUMN "purpose" text;