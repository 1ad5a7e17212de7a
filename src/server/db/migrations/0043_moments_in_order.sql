-- Counts deposits as before (0018), and lets no bet be placed before its race took bets: clocks of servers differ, and are set
-- back (rule RACE-13).
create or replace function process_deposits(items jsonb, at timestamptz)
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
      bet_id text, race_id text, is_funding boolean, reason text,
      if_bet jsonb, otherwise jsonb, notices jsonb
    )
  ), race as (
    -- A race that is closing waits for these bets, and they for it; bets do not wait for each other.
    select id, takes_bets(races, at) as is_open, betting_opens_at
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
--> statement-breakpoint

-- Chains rows as before (0037), and lets no row be older than the one before it, whatever the clock of who wrote it says (rule
-- RULELOG-1). The entry begins with its time.
create or replace function chain_rule_row() returns trigger language plpgsql as $$
declare
  last rule_log;
  last_at text;
begin
  perform pg_advisory_xact_lock(hashtextextended('furlong rules', 0));
  select * into last from rule_log order by "row" desc limit 1;
  new."row" := coalesce(last."row", 0) + 1;
  last_at := last.entry::jsonb ->> 'at';
  if new.entry::jsonb ->> 'at' < last_at then
    new.entry := '{"at":"' || last_at || substr(new.entry, length('{"at":"' || last_at) + 1);
  end if;
  new.entry := '{"row":' || new."row" || ',' || substr(new.entry, 2);
  new.hash := encode(
    sha256(convert_to(coalesce(last.hash, repeat('0', 64)) || E'\n' || new.entry, 'UTF8')), 'hex');
  return new;
end $$;
