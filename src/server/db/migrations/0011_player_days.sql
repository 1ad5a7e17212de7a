CREATE TABLE "player_days" (
	"wallet" text NOT NULL,
	"day" date NOT NULL,
	"wagered" bigint NOT NULL,
	"won" bigint NOT NULL,
	"races" integer NOT NULL,
	"wins" integer NOT NULL,
	CONSTRAINT "player_days_wallet_day_pk" PRIMARY KEY("wallet","day")
);
--> statement-breakpoint
CREATE TABLE "player_totals" (
	"wallet" text PRIMARY KEY NOT NULL,
	"wagered" bigint NOT NULL,
	"won" bigint NOT NULL,
	"races" integer NOT NULL,
	"wins" integer NOT NULL,
	"jackpots" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "player_days_by_day" ON "player_days" USING btree ("day");--> statement-breakpoint

-- What every player wagered and won is kept by day: reading all bets again and again takes ever longer. Only settled bets
-- of real money count, and one that is refunded later is taken out of its day again (rule BOARD-1).
insert into player_days (wallet, day, wagered, won, races, wins)
select wallet, (settled_at at time zone 'UTC')::date, sum(stake), coalesce(sum(payout) filter (where result = 'win'), 0),
  count(*), count(*) filter (where result = 'win')
from bets
where status = 'confirmed' and ledger = 'real' and result in ('win', 'loss') and settled_at is not null
group by wallet, (settled_at at time zone 'UTC')::date;
--> statement-breakpoint
insert into player_totals (wallet, wagered, won, races, wins, jackpots)
select wallet, sum(stake), coalesce(sum(payout) filter (where result = 'win'), 0),
  count(*), count(*) filter (where result = 'win'), count(*) filter (where result = 'win' and races.jackpot > 0)
from bets join races on races.id = race_id
where bets.status = 'confirmed' and bets.ledger = 'real' and result in ('win', 'loss') and bets.settled_at is not null
group by wallet;
--> statement-breakpoint

-- A bet is settled by an update. Most updates settle none, which is found out first. In the order of the wallets, so that
-- two statements never wait for each other in a ring; plans as in 0010.
create function keep_player_days() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if not exists (select from added where result is not null) then return null; end if;
  with moved as materialized (
    select bet.wallet, (bet.settled_at at time zone 'UTC')::date as day,
      sum(sign * stake)::bigint as wagered,
      coalesce(sum(sign * payout) filter (where result = 'win'), 0)::bigint as won,
      sum(sign)::int as races,
      coalesce(sum(sign) filter (where result = 'win'), 0)::int as wins,
      coalesce(sum(sign) filter (where result = 'win' and races.jackpot > 0), 0)::int as jackpots
    from (
      select 1 as sign, * from added
      union all
      select -1, * from removed
    ) as bet join races on races.id = bet.race_id
    where bet.status = 'confirmed' and bet.ledger = 'real' and result in ('win', 'loss') and bet.settled_at is not null
    group by 1, 2
  ), days as (
    insert into player_days as kept (wallet, day, wagered, won, races, wins)
    select wallet, day, wagered, won, races, wins from moved order by wallet, day
    on conflict (wallet, day) do update
      set wagered = kept.wagered + excluded.wagered, won = kept.won + excluded.won,
        races = kept.races + excluded.races, wins = kept.wins + excluded.wins
  )
  insert into player_totals as kept (wallet, wagered, won, races, wins, jackpots)
  select wallet, sum(wagered), sum(won), sum(races), sum(wins), sum(jackpots) from moved group by wallet order by wallet
  on conflict (wallet) do update
    set wagered = kept.wagered + excluded.wagered, won = kept.won + excluded.won, races = kept.races + excluded.races,
      wins = kept.wins + excluded.wins, jackpots = kept.jackpots + excluded.jackpots;
  return null;
end $$;
--> statement-breakpoint
create trigger player_days_follow after update on bets
  referencing new table as added old table as removed for each statement execute function keep_player_days();
--> statement-breakpoint

-- Only the bets move the sums.
create trigger follows_bets before insert or update or delete on player_days
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on player_days for each statement execute function refuse_change();
--> statement-breakpoint
create trigger follows_bets before insert or update or delete on player_totals
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on player_totals for each statement execute function refuse_change();
