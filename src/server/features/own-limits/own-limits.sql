-- Holds what these players may bet until the transaction ends: their bets and their limits change one after the other.
-- In the order of the locks, so that two transactions never wait for each other in a ring. What is read about a player has
-- to be read by a later statement, which sees what whoever held the lock before has committed.
create function lock_own_limits(players text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(key)
  from (select distinct hashtextextended('own limits ' || player, 0) as key from unnest(players) as player order by key) as keys;
end $$;

-- The limits of a player that are set, and what of each is used. `used` is the most that was staked, or lost, from any bet
-- of the window to now: what was won before a loss makes no room for it, so that no window ever holds more than the limit,
-- however it is laid. A bet counts as lost until it is settled, and not at all once it is refunded. `since` is the
-- bet from which on that was. Plans as in books/ledger.sql.
create function own_limit_use(player text, at timestamptz)
returns table (kind text, amount bigint, used bigint, since timestamptz)
language sql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select limited.kind, held.amount, coalesce(most.total, 0)::bigint, most.since
  from (
    values ('stakeDay', interval '24 hours'), ('stakeWeek', interval '168 hours'),
      ('lossDay', interval '24 hours'), ('lossWeek', interval '168 hours')
  ) as limited (kind, span)
    left join lateral (
      select case when next_at <= at then next_value else value end as amount
      from own_limits where wallet = player and own_limits.kind = limited.kind
    ) as held on true
    left join lateral (
      select total, confirmed_at as since
      from (
        select confirmed_at,
          sum(stake - case when starts_with(limited.kind, 'loss') then coalesce(payout, 0) else 0 end)
            over (order by confirmed_at desc, id desc) as total
        from bets
        where wallet = player and status = 'confirmed' and ledger = 'real' and result is distinct from 'refunded'
          and confirmed_at > at - limited.span
      ) as backwards
      order by total desc, confirmed_at limit 1
    ) as most on total > 0
$$;

-- Whether a stake of real money is past what its player allows. Most players limit nothing, which is found out first.
create function passes_own_limits(player text, stake bigint, at timestamptz) returns boolean
language plpgsql stable
set enable_seqscan = off
as $$
begin
  if exists (select from own_breaks where wallet = player and until > at) then return true; end if;
  if not exists (select from own_limits where wallet = player) then return false; end if;
  return exists (select from own_limit_use(player, at) as held where held.used + stake > held.amount);
end $$;

-- Nobody shortens a break: rows are added and never change, and the one that ends last holds (rule BET-16).
create trigger append_only before update or delete on own_breaks for each row execute function refuse_change();
create trigger no_truncate before truncate on own_breaks for each statement execute function refuse_change();
create trigger no_delete before delete on own_limits for each row execute function refuse_change();
