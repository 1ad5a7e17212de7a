CREATE TABLE "audit_anchors" (
	"day" date PRIMARY KEY NOT NULL,
	"row_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_anchors" ADD CONSTRAINT "audit_anchors_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint

-- What was anchored stays so (rule AUDIT-3).
create trigger append_only before update or delete on audit_anchors for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on audit_anchors for each statement execute function refuse_change();
