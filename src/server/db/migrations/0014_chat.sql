CREATE TABLE "chat_blocks" (
	"wallet" text NOT NULL,
	"blocked" text NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_blocks_wallet_blocked_pk" PRIMARY KEY("wallet","blocked")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"room" text NOT NULL,
	"wallet" text NOT NULL,
	"content" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"username" text NOT NULL,
	"is_admin" boolean NOT NULL,
	"is_moderator" boolean NOT NULL,
	"has_star" boolean NOT NULL,
	"active_title" text,
	"is_streamer" boolean NOT NULL,
	"is_partner" boolean NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "chat_report_cases" (
	"message_id" bigint PRIMARY KEY NOT NULL,
	"reports" integer NOT NULL,
	"first_reported_at" timestamp (3) with time zone NOT NULL,
	"last_reported_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_reports" (
	"message_id" bigint NOT NULL,
	"reporter" text NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_reports_message_id_reporter_pk" PRIMARY KEY("message_id","reporter")
);
--> statement-breakpoint
CREATE INDEX "chat_messages_by_room" ON "chat_messages" USING btree ("room","id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_wallet" ON "chat_messages" USING btree ("wallet","id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_time" ON "chat_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "chat_report_cases_by_status" ON "chat_report_cases" USING btree ("status","first_reported_at");--> statement-breakpoint
CREATE INDEX "chat_reports_by_reporter" ON "chat_reports" USING btree ("reporter","reported_at");--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "is_chat_moderator";