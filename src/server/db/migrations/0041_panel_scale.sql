CREATE TABLE "player_count" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"players" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "seen_by" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_accounts_of_players" ON "ledger_accounts" USING btree ("balance",substr("account", 6) collate "C") WHERE account like 'user:%';--> statement-breakpoint
CREATE INDEX "player_totals_by_wagered" ON "player_totals" USING btree ("wagered","wallet" collate "C");--> statement-breakpoint
CREATE INDEX "player_totals_by_won" ON "player_totals" USING btree ("won","wallet" collate "C");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("username") collate "C","wallet" collate "C");
--> statement-breakpoint

-- What was there before.
insert into player_count (players) select count(*) from users
on conflict (single) do update set players = excluded.players;
--> statement-breakpoint
update announcements set seen_by = past.seen
from (select announcement_id, count(*) as seen from announcement_views group by announcement_id) as past
where announcements.id = past.announcement_id;
--> statement-breakpoint
insert into ledger_accounts (account) select 'user:' || wallet from users on conflict (account) do nothing;
--> statement-breakpoint
alter table player_totals disable trigger follows_bets;
--> statement-breakpoint
insert into player_totals (wallet, wagered, won, races, wins, jackpots)
select wallet, 0, 0, 0, 0, 0 from users on conflict (wallet) do nothing;
--> statement-breakpoint
alter table player_totals enable trigger follows_bets;
--> statement-breakpoint

-- A profile is counted, and has its account and its totals from the beginning: a list in the order of either leaves nobody out.
create function keep_players() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  insert into ledger_accounts (account) select 'user:' || wallet from added order by wallet on conflict (account) do nothing;
  insert into player_totals (wallet, wagered, won, races, wins, jackpots)
  select wallet, 0, 0, 0, 0, 0 from added order by wallet on conflict (wallet) do nothing;
  update player_count set players = players + (select count(*) from added);
  return null;
end $$;
--> statement-breakpoint
create trigger players_follow after insert on users
  referencing new table as added for each statement execute function keep_players();
--> statement-breakpoint
create function count_leaving_players() returns trigger language plpgsql as $$
begin
  update player_count set players = players - (select count(*) from removed);
  return null;
end $$;
--> statement-breakpoint
create trigger players_leave after delete on users
  referencing old table as removed for each statement execute function count_leaving_players();
--> statement-breakpoint

-- Only the profiles move their count.
create trigger follows_players before insert or update or delete on player_count
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on player_count for each statement execute function refuse_change();
--> statement-breakpoint

-- In the order of the ids, so that two players never wait for each other in a ring.
create function keep_seen_by() returns trigger language plpgsql
set enable_seqscan = off
as $$
declare
  seen record;
begin
  for seen in select announcement_id, count(*) as players from added group by announcement_id order by announcement_id loop
    update announcements set seen_by = seen_by + seen.players where id = seen.announcement_id;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger seen_by_follows after insert on announcement_views
  referencing new table as added for each statement execute function keep_seen_by();

--> statement-breakpoint
-- The database knows nothing of the new expressions yet, and would look for a name in the order of joining.
analyze users, player_totals, ledger_accounts;
