-- Counts payments that reached the house, in one round trip for a whole batch. The caller has checked what
-- cannot change any more (who paid, how much, for which bet) and gives the postings and the notification for
-- either outcome; here is decided what can change: is the race open, is there a bet already, is the payer
-- banned, was the signature counted before.
create function admit_payments(items jsonb, at timestamptz)
returns table (signature text, outcome text, reason text, bet_id text, is_new boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  counted_now text[];
begin
  -- A race that is closing waits for these bets, and they for it; bets do not wait for each other.
  perform 1 from races
    where id in (select item ->> 'race_id' from jsonb_array_elements(items) as item)
    order by id for share;
  perform 1 from bets
    where id in (select item ->> 'bet_id' from jsonb_array_elements(items) as item)
    order by id for no key update;

  with item as (
    select * from jsonb_to_recordset(items) as item (
      place integer, signature text, house_address text, payer text, lamports bigint, slot bigint,
      bet_id text, race_id text, is_funding boolean, reason text,
      if_bet jsonb, otherwise jsonb, notification jsonb
    )
  ), judged as (
    select item.*,
      case
        when item.bet_id is null then item.reason
        when bets.status not in ('prepared', 'expired') then 'SECOND_PAYMENT'
        when exists (
          select 1 from restrictions
          where wallet = item.payer and kind = 'ban' and lifted_at is null and until > at
        ) then 'BANNED'
        when races.status not in ('pending', 'countdown') or races.betting_opens_at is null then 'BETTING_CLOSED'
        when exists (
          select 1 from bets as live
          where live.race_id = item.race_id and live.wallet = item.payer
            and live.status = 'confirmed' and live.result is distinct from 'refunded'
        ) then 'ALREADY_BET'
      end as problem
    from item
      left join bets on bets.id = item.bet_id
      left join races on races.id = item.race_id
  ), decided as (
    select judged.*,
      case
        -- Two bets of one player in one batch: the first in the order of the chain.
        when problem is null and bet_id is not null and row_number()
          over (partition by race_id, payer, bet_id is null or problem is not null order by place) > 1
        then 'ALREADY_BET'
        else problem
      end as why
    from judged
  ), counted as (
    insert into deposits (signature, house_address, payer, lamports, slot, outcome, reason, bet_id, seen_at)
    select signature, house_address, payer, lamports, slot,
      case when is_funding then 'funding' when why is null and bet_id is not null then 'bet' else 'credit' end,
      why, bet_id, at
    from decided
    order by signature
    on conflict do nothing
    returning deposits.signature, deposits.outcome
  ), outcome as (
    select decided.*, counted.outcome,
      case when counted.outcome = 'bet' then if_bet else otherwise end as posting
    from decided join counted using (signature)
  ), changed as (
    update bets
    set status = case when outcome.outcome = 'bet' then 'confirmed' else 'credited' end,
        signature = outcome.signature,
        payment_slot = outcome.slot,
        confirmed_at = case when outcome.outcome = 'bet' then at end
    from outcome
    where bets.id = outcome.bet_id and bets.status in ('prepared', 'expired')
  ), posted as (
    insert into ledger_postings (reference, kind, ledger, race_id, created_at)
    select posting ->> 'reference', posting ->> 'kind', posting ->> 'ledger', posting ->> 'raceId', at
    from outcome
    returning id, reference
  ), entered as (
    insert into ledger_entries (posting_id, account, lamports)
    select posted.id, entry ->> 'account', (entry ->> 'lamports')::bigint
    from outcome
      join posted on posted.reference = outcome.posting ->> 'reference'
      cross join jsonb_array_elements(outcome.posting -> 'entries') as entry
  ), told as (
    insert into notifications (id, wallet, type, title, body, created_at)
    select notification ->> 'id', payer, notification ->> 'type', notification ->> 'title',
      notification ->> 'body', at
    from outcome
    where outcome = 'credit'
  )
  select array_agg(signature) into counted_now from counted;

  return query
    select deposits.signature, deposits.outcome, deposits.reason, deposits.bet_id,
      deposits.signature = any (coalesce(counted_now, '{}'))
    from deposits
    where deposits.signature in (select item ->> 'signature' from jsonb_array_elements(items) as item);
end $$;
