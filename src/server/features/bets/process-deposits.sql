-- Whether a race takes bets at this moment; the same as `isBettingOpen` of the domain (rule RACE-11).
create function takes_bets(race races, at timestamptz) returns boolean language sql immutable as $$
  select coalesce(
    race.betting_opens_at is not null
      and (race.status = 'pending' or (race.status = 'countdown' and at < race.closes_at)),
    false
  )
$$;

-- Counts deposits. The money of a deposit that is no bet may be of several wallets: the posting has an entry and `notices`,
-- whole rows, a notification for each of them; `payer` is the first. A payment after the close is late, also when the race
-- is not locked yet. No bet is placed that is past what its player allows (rule BET-16), or before its race took bets:
-- clocks of servers differ, and are set back (rule RACE-13). A player who became an admin meanwhile, by an appointment or a
-- restart with other ADMIN_WALLETS, gets no bet in a race with a jackpot (rule JACKPOT-1).
create function process_deposits(items jsonb, at timestamptz)
returns table (signature text, outcome text, reason text, bet_id text, is_new boolean)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform lock_own_limits(array(
    select item.payer from jsonb_to_recordset(items) as item (payer text, bet_id text) where item.bet_id is not null
  ));
  return query
  with item as (
    select * from jsonb_to_recordset(items) as item (
      signature text, house_address text, payer text, lamports bigint, slot bigint,
      bet_id text, race_id text, is_funding boolean, is_local boolean,
      is_configured_admin boolean, reason text,
      if_bet jsonb, otherwise jsonb, notices jsonb
    )
  ), race as (
    -- A race that is closing waits for these bets, and they for it; bets do not wait for each other.
    select id, takes_bets(races, at) as is_open, betting_opens_at, jackpot
    from races where id = any (array(select distinct race_id from item)) order by id for share
  ), bet as (
    select id, status in ('prepared', 'expired') as is_unpaid
    from bets where id = any (array(select bet_id from item)) order by id for no key update
  ), judged as materialized (
    select item.*, bet.is_unpaid, race.betting_opens_at,
      case
        when item.bet_id is null then item.reason
        when not bet.is_unpaid then 'SECOND_PAYMENT'
        when (
          select true from restrictions
          where wallet = item.payer and kind = 'ban' and lifted_at is null and until > at limit 1
        ) then 'BANNED'
        when not race.is_open then 'BETTING_CLOSED'
        when race.jackpot > 0 and not item.is_local
          and (item.is_configured_admin or exists (select from admins where wallet = item.payer)) then 'JACKPOT_OF_ADMIN'
        when (
          select true from bets as live
          where live.race_id = item.race_id and live.wallet = item.payer
            and live.status = 'confirmed' and (live.result is null or live.result <> 'refunded')
        ) then 'ALREADY_BET'
        when passes_own_limits(item.payer, item.lamports, at) then 'OWN_LIMIT'
      end as why
    from item
      left join bet on bet.id = item.bet_id
      left join race on race.id = item.race_id
  ), counted as (
    insert into deposits (signature, house_address, payer, lamports, slot, outcome, reason, bet_id, seen_at)
    select signature, house_address, payer, lamports, slot,
      case when is_funding then 'funding' when why is null and bet_id is not null then 'bet' else 'credit' end,
      why, bet_id, at
    from judged
    on conflict do nothing
    returning deposits.signature, deposits.outcome, deposits.reason, deposits.bet_id
  ), outcome as materialized (
    select judged.*, counted.outcome,
      case when counted.outcome = 'bet' then if_bet else otherwise end as posting
    from counted join judged using (signature)
  ), changed as (
    update bets
    set status = case when outcome.outcome = 'bet' then 'confirmed' else 'credited' end,
        signature = outcome.signature,
        payment_slot = outcome.slot,
        confirmed_at = case when outcome.outcome = 'bet' then greatest(at, outcome.betting_opens_at) end
    from outcome
    where bets.id = outcome.bet_id and outcome.is_unpaid
  ), posted as (
    insert into ledger_postings (reference, kind, ledger, race_id, created_at)
    select posting ->> 'reference', posting ->> 'kind', posting ->> 'ledger', posting ->> 'raceId', at
    from outcome
    returning id, reference
  ), entered as (
    insert into ledger_entries (posting_id, account, lamports)
    select posted.id, entry ->> 'account', (entry ->> 'lamports')::bigint
    from posted
      join outcome on posted.reference = outcome.posting ->> 'reference'
      cross join jsonb_array_elements(outcome.posting -> 'entries') as entry
  ), told as (
    insert into notifications
    select made.* from outcome
      cross join lateral jsonb_populate_recordset(null::notifications, notices) as made
    where outcome = 'credit'
  )
  select counted.signature, counted.outcome, counted.reason, counted.bet_id, true from counted
  union all
  select deposits.signature, deposits.outcome, deposits.reason, deposits.bet_id, false
  from deposits where deposits.signature = any (array(select item.signature from item));
end $$;

-- Counts deposits that were read on a network, if the data still belongs to it (rule LIMITS-14): an instance that has not
-- moved yet would credit money that is on the chain that was left. A change of the network takes the lock for itself.
create function process_deposits_of(read_on text, items jsonb, at timestamptz)
returns table (signature text, outcome text, reason text, bet_id text, is_new boolean)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('furlong network', 0));
  if coalesce((select value from settings where key = 'network'), 'localnet') <> read_on then
    raise exception 'the data no longer belongs to %', read_on using errcode = 'cannot_connect_now';
  end if;
  return query select * from process_deposits(items, at);
end $$;

create trigger no_delete before delete on deposits for each row execute function refuse_change();
