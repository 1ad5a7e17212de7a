CREATE TABLE "age_notices" (
	"wallet" text NOT NULL,
	"version" integer NOT NULL,
	"age" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "age_notices_wallet_version_age_pk" PRIMARY KEY("wallet","version","age")
);

--> statement-breakpoint

-- What a player confirmed, and when, stays as it was (rule BET-17).
create trigger append_only before update or delete on age_notices for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on age_notices for each statement execute function refuse_change();
