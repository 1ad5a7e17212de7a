-- What the triggers maintain, summed once for rows that were written without them.

insert into ledger_accounts (account, balance)
select account, sum(lamports) from ledger_entries group by account
on conflict (account) do update set balance = excluded.balance;

update horses set races_run = past.races, races_won = past.wins
from (
  select race_horses.horse_id, count(*) as races,
    count(*) filter (where races.winning_number = race_horses.number) as wins
  from race_horses join races on races.id = race_horses.race_id
  where races.winning_number is not null and races.settled_at is not null
  group by race_horses.horse_id
) as past
where horses.id = past.horse_id;

update horses set bets_taken = past.bets
from (
  select bets.horse_id, count(*) as bets
  from bets join races on races.id = bets.race_id
  where bets.result is not null and races.settled_at is not null
  group by bets.horse_id
) as past
where horses.id = past.horse_id;

insert into race_totals (race_id, horse_number, bets, stakes)
select bets.race_id, bets.horse_number, count(*), sum(bets.stake)
from bets join races on races.id = bets.race_id
where bets.status = 'confirmed'
  and (bets.result is distinct from 'refunded' or (races.status = 'refunded' and bets.settled_at = races.settled_at))
group by bets.race_id, bets.horse_number;

insert into player_days (wallet, day, wagered, won, races, wins)
select wallet, (settled_at at time zone 'UTC')::date, sum(stake), coalesce(sum(payout) filter (where result = 'win'), 0),
  count(*), count(*) filter (where result = 'win')
from bets
where status = 'confirmed' and ledger = 'real' and result in ('win', 'loss') and settled_at is not null
group by wallet, (settled_at at time zone 'UTC')::date;

insert into player_totals (wallet, wagered, won, races, wins, jackpots)
select wallet, sum(stake), coalesce(sum(payout) filter (where result = 'win'), 0),
  count(*), count(*) filter (where result = 'win'), count(*) filter (where result = 'win' and races.jackpot > 0)
from bets join races on races.id = race_id
where bets.status = 'confirmed' and bets.ledger = 'real' and result in ('win', 'loss') and bets.settled_at is not null
group by wallet;

do $$
declare
  today date;
begin
  for today in select distinct (created_at at time zone 'UTC')::date from ledger_postings loop
    insert into house_days (day, kind, account, lamports) select * from house_sums(postings_of_day(today));
    insert into race_hours (day, hour, race_type, wagered, won, bets, races)
    select * from race_sums(postings_of_day(today));
  end loop;
end $$;

update ledger_accounts set debits = past.debits, credits = past.credits
from (
  select account, coalesce(-sum(lamports) filter (where lamports < 0), 0) as debits,
    coalesce(sum(lamports) filter (where lamports > 0), 0) as credits
  from ledger_entries group by account
) as past
where ledger_accounts.account = past.account;

insert into player_count (players) select count(*) from users
on conflict (single) do update set players = excluded.players;

update announcements set seen_by = past.seen
from (select announcement_id, count(*) as seen from announcement_views group by announcement_id) as past
where announcements.id = past.announcement_id;

insert into ledger_accounts (account) select 'user:' || wallet from users on conflict (account) do nothing;

insert into player_totals (wallet, wagered, won, races, wins, jackpots)
select wallet, 0, 0, 0, 0, 0 from users on conflict (wallet) do nothing;
