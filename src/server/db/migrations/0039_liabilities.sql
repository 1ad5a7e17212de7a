CREATE TABLE "liability_anchors" (
	"day" date PRIMARY KEY NOT NULL,
	"tree_id" bigint NOT NULL,
	"payment_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "liability_leaves" (
	"tree_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"leaves" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "liability_leaves_tree_id_number_pk" PRIMARY KEY("tree_id","number")
);
--> statement-breakpoint
CREATE TABLE "liability_request" (
	"id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "liability_trees" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"root" text NOT NULL,
	"total" bigint NOT NULL,
	"count" integer NOT NULL,
	"slot" bigint NOT NULL,
	"holdings" jsonb NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "liability_anchors" ADD CONSTRAINT "liability_anchors_tree_id_liability_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."liability_trees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_anchors" ADD CONSTRAINT "liability_anchors_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_leaves" ADD CONSTRAINT "liability_leaves_tree_id_liability_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."liability_trees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "liability_anchors_by_tree" ON "liability_anchors" USING btree ("tree_id");--> statement-breakpoint

-- What was said to be owed is never said anew (rule OWED-1), and what was anchored stays (rule OWED-6).
create trigger never_changed before update on liability_trees for each row execute function refuse_change();
--> statement-breakpoint
create trigger never_changed before update on liability_leaves for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on liability_anchors for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on liability_anchors for each statement execute function refuse_change();
