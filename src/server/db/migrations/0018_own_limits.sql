CREATE TABLE "own_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_limits" (
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint,
	"next_value" bigint,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "own_limits_wallet_kind_pk" PRIMARY KEY("wallet","kind")
);
--> statement-breakpoint
CREATE INDEX "own_breaks_by_wallet" ON "own_breaks" USING btree ("wallet","until");--> statement-breakpoint
CREATE INDEX "bets_by_wallet_confirmation" ON "bets" USING btree ("wallet","confirmed_at") WHERE status = 'confirmed';
--> statement-breakpoint

-- Nobody shortens a break: rows are added and never change, and the one that ends last holds (rule BET-16).
create trigger append_only before update or delete on own_breaks for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on own_breaks for each statement execute function refuse_change();
--> statement-breakpoint
alter table own_breaks add constraint lasts check (until > taken_at);
--> statement-breakpoint
create trigger no_delete before delete on own_limits for each row execute function refuse_change();
--> statement-breakpoint

-- Holds what these players may bet until the transaction ends: their bets and their limits change one after the other.
-- In the order of the locks, so that two transactions never wait for each other in a ring. What is read about a player has
-- to be read by a later statement, which sees what whoever held the lock before has committed.
create function lock_own_limits(players text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(key)
  from (select distinct hashtextextended('own limits ' || player, 0) as key from unnest(players) as player order by key) as keys;
end $$;
--> statement-breakpoint

-- The limits of a player that are set, and what of each is used. `used` is the most that was staked, or lost, from any bet
-- of the window to now: what was won before a loss makes no room for it, so that no window ever holds more than the limit,
-- however it is laid. A bet counts as lost until it is settled, and not at all once it is refunded. `since` is the
-- bet from which on that was. Plans as in 0010.
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
--> statement-breakpoint

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
--> statement-breakpoint
-- Counts deposits as before (0009), and takes no bet that is past what its player allows (rule BET-16).
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
    select id, takes_bets(races, at) as is_open
    from races where id = any (array(select distinct race_id from item)) order by id for share
  ), bet as (
    select id, status in ('prepared', 'expired') as is_unpaid
    from bets where id = any (array(select bet_id from item)) order by id for no key update
  ), judged as materialized (
    select item.*, bet.is_unpaid,
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
        confirmed_at = case when outcome.outcome = 'bet' then at end
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
