CREATE TABLE "emote_group_wallets" (
	"group_id" text NOT NULL,
	"wallet" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "emote_group_wallets_group_id_wallet_pk" PRIMARY KEY("group_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "emote_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emotes" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"shortcode" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"picture" "bytea" NOT NULL,
	"still" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emote_group_wallets" ADD CONSTRAINT "emote_group_wallets_group_id_emote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."emote_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emotes" ADD CONSTRAINT "emotes_group_id_emote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."emote_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emote_group_wallets_by_wallet" ON "emote_group_wallets" USING btree ("wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "emote_groups_by_name" ON "emote_groups" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "emotes_by_shortcode" ON "emotes" USING btree (lower("shortcode"));--> statement-breakpoint
CREATE INDEX "emotes_by_group" ON "emotes" USING btree ("group_id");