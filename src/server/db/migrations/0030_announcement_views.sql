CREATE TABLE "announcement_views" (
	"announcement_id" text NOT NULL,
	"wallet" text NOT NULL,
	CONSTRAINT "announcement_views_announcement_id_wallet_pk" PRIMARY KEY("announcement_id","wallet")
);
--> statement-breakpoint
ALTER TABLE "announcement_views" ADD CONSTRAINT "announcement_views_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;