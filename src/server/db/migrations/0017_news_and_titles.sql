CREATE TABLE "announcements" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"segment" text NOT NULL,
	"target_wallets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deeds_due" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"race_id" text,
	"wallet" text
);
--> statement-breakpoint
CREATE TABLE "player_titles" (
	"wallet" text NOT NULL,
	"title_id" text NOT NULL,
	"unlocked_at" timestamp (3) with time zone NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	CONSTRAINT "player_titles_wallet_title_id_pk" PRIMARY KEY("wallet","title_id")
);
--> statement-breakpoint
CREATE TABLE "titles" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "titles_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "best_win_streak" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deeds_due" ADD CONSTRAINT "deeds_due_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_titles" ADD CONSTRAINT "player_titles_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_by_end" ON "announcements" USING btree ("active","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_active_title" ON "player_titles" USING btree ("wallet") WHERE is_active;--> statement-breakpoint
CREATE INDEX "player_titles_by_title" ON "player_titles" USING btree ("title_id");--> statement-breakpoint

-- The longest streak of each player so far, counted from the races that count for it (rule MONEY-15).
update users set best_win_streak = greatest(users.current_win_streak, past.best)
from (
  select wallet, least(4, max(wins)) as best
  from (
    select wallet, run, count(*) filter (where is_picked) as wins
    from (
      select wallet, is_picked,
        count(*) filter (where not is_picked) over (partition by wallet order by number) as run
      from (
        select bets.wallet, races.number, bets.horse_number = races.winning_number as is_picked
        from bets join races on races.id = bets.race_id
        where bets.ledger = 'real' and bets.status = 'confirmed'
          and races.winning_number is not null and bets.settled_at = races.settled_at
          and div(bets.stake * coalesce((settings ->> 'houseEdgeBps')::numeric, 0), 10000)
              * 259 * (10000 - coalesce((settings ->> 'referralRateBps')::numeric, 0))
            >= 2 * coalesce((settings ->> 'superfectaBonus')::numeric, 0) * 10000
      ) as counted
    ) as picked
    group by wallet, run
  ) as runs
  group by wallet
) as past
where past.wallet = users.wallet;
--> statement-breakpoint
update users set best_win_streak = current_win_streak where best_win_streak < current_win_streak;
--> statement-breakpoint

-- The settlement of a race says no more than that its players' deeds are to be looked at (rule TITLE-4). In play money
-- nothing is earned (rule TITLE-1).
create function ask_for_deeds_of_race() returns trigger language plpgsql as $$
begin
  insert into deeds_due (race_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger deeds_of_race after update on races for each row
  when (new.settled_at is not null and old.settled_at is null and new.ledger = 'real')
  execute function ask_for_deeds_of_race();
--> statement-breakpoint
create function ask_for_deeds_of_referrer() returns trigger language plpgsql as $$
begin
  insert into deeds_due (wallet) values (new.referrer);
  return null;
end $$;
--> statement-breakpoint
create trigger deeds_of_referrer after insert or update of referrer on users for each row
  when (new.referrer is not null) execute function ask_for_deeds_of_referrer();
