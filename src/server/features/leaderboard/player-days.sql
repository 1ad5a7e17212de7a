-- A bet is settled by an update. Most updates settle none, which is found out first. In the order of the wallets, so that
-- two statements never wait for each other in a ring; plans as in books/ledger.sql.
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

create trigger player_days_follow after update on bets
  referencing new table as added old table as removed for each statement execute function keep_player_days();

-- Only the bets move the sums.
create trigger follows_bets before insert or update or delete on player_days
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger no_truncate before truncate on player_days for each statement execute function refuse_change();
create trigger follows_bets before insert or update or delete on player_totals
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger no_truncate before truncate on player_totals for each statement execute function refuse_change();
