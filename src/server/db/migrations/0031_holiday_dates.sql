ALTER TABLE "emote_groups" ADD COLUMN "starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emote_groups" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emote_groups" ADD CONSTRAINT "dates_of_holiday" CHECK ("emote_groups"."scope" = 'holiday' or ("emote_groups"."starts_at" is null and "emote_groups"."ends_at" is null));--> statement-breakpoint
ALTER TABLE "emote_groups" ADD CONSTRAINT "ends_after_start" CHECK ("emote_groups"."ends_at" > "emote_groups"."starts_at");