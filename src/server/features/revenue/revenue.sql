-- What postings of real money moved on the house's accounts (rule REVENUE-1). As `houseAccounts` of the domain's statement.
-- The plan must not depend on statistics, as in books/ledger.sql.
create function house_sums(ids bigint[]) returns table (day date, kind text, account text, lamports bigint)
language sql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select (posting.created_at at time zone 'UTC')::date, posting.kind, split_part(entry.account, ':', 1),
    sum(entry.lamports)::bigint
  from ledger_postings as posting join ledger_entries as entry on entry.posting_id = posting.id
  where posting.id = any (ids) and posting.ledger = 'real' and entry.account ~ '^(equity$|bonus$|jackpot:|referral:)'
  group by 1, 2, 3
$$;

-- What races came to, out of their postings. A settlement of several postings is one race, which the first of them counts
-- with its bets. It stays as it was run, whatever is given back later (rule REVENUE-3).
create function race_sums(ids bigint[])
returns table (day date, hour smallint, race_type text, wagered bigint, won bigint, bets integer, races integer)
language sql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select figures.at::date, extract(hour from figures.at)::smallint, figures.race_type,
    sum(figures.wagered)::bigint, sum(figures.won)::bigint, sum(figures.bets)::int, sum(figures.races)::int
  from (
    select posting.created_at at time zone 'UTC' as at, race.race_type,
      (select coalesce(-sum(lamports), 0) from ledger_entries where posting_id = posting.id and starts_with(account, 'pool:'))
        as wagered,
      (select coalesce(sum(lamports), 0) from ledger_entries where posting_id = posting.id and starts_with(account, 'user:'))
        as won,
      case when split_part(reference, ':', 3) = ''
        then (select coalesce(sum(race_totals.bets), 0) from race_totals where race_id = race.id) else 0 end as bets,
      case when split_part(reference, ':', 3) = '' then 1 else 0 end as races
    from ledger_postings as posting join races as race on race.id = posting.race_id
    where posting.id = any (ids) and posting.ledger = 'real' and posting.kind = 'race settled'
  ) as figures
  group by 1, 2, 3
$$;

-- The postings of a UTC day.
create function postings_of_day(day date) returns bigint[] language sql stable
set enable_seqscan = off
as $$
  select coalesce(array_agg(id), '{}') from ledger_postings
  where created_at >= day::timestamp at time zone 'UTC' and created_at < (day + 1)::timestamp at time zone 'UTC'
$$;

-- In the order of the keys. Whoever posts to a row here holds the lock of the house's account already, or is the only one to
-- settle the race, so two statements never wait for each other in a ring because of it.
create function keep_revenue() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ids bigint[];
begin
  select array_agg(distinct posting.id) into ids
  from added join ledger_postings as posting on posting.id = added.posting_id
  where posting.kind = 'race settled'
    or added.account ~ '^(equity$|bonus$|jackpot:|referral:)';
  if ids is null then return null; end if;
  insert into house_days as kept (day, kind, account, lamports)
  select * from house_sums(ids) order by 1, 2, 3
  on conflict (day, kind, account) do update set lamports = kept.lamports + excluded.lamports;
  insert into race_hours as kept (day, hour, race_type, wagered, won, bets, races)
  select * from race_sums(ids) order by 1, 2, 3
  on conflict (day, hour, race_type) do update
    set wagered = kept.wagered + excluded.wagered, won = kept.won + excluded.won,
      bets = kept.bets + excluded.bets, races = kept.races + excluded.races;
  return null;
end $$;

create trigger revenue_follows after insert on ledger_entries
  referencing new table as added for each statement execute function keep_revenue();

-- Only the postings move the totals.
create trigger follows_postings before insert or update or delete on house_days
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger no_truncate before truncate on house_days for each statement execute function refuse_change();
create trigger follows_postings before insert or update or delete on race_hours
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger no_truncate before truncate on race_hours for each statement execute function refuse_change();
