CREATE TABLE "race_totals" (
	"race_id" text NOT NULL,
	"horse_number" smallint NOT NULL,
	"bets" integer NOT NULL,
	"stakes" bigint NOT NULL,
	CONSTRAINT "race_totals_race_id_horse_number_pk" PRIMARY KEY("race_id","horse_number")
);
--> statement-breakpoint
ALTER TABLE "race_totals" ADD CONSTRAINT "race_totals_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bets_by_confirmation" ON "bets" USING btree ("race_id","confirmed_at","id") WHERE status = 'confirmed';
--> statement-breakpoint
-- Whether a race takes bets at this moment; the same as `isBettingOpen` of the domain (rule RACE-11).
create function takes_bets(race races, at timestamptz) returns boolean language sql immutable as $$
  select coalesce(
    race.betting_opens_at is not null
      and (race.status = 'pending' or (race.status = 'countdown' and at < race.closes_at)),
    false
  )
$$;
--> statement-breakpoint
-- Counts deposits, as admit_payments did. The money of a deposit that is no bet may be of several wallets: the posting has
-- an entry and `notices`, whole rows, a notification for each of them. `payer` is the first. A payment after the close is
-- late, also when the race is not locked yet.
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
--> statement-breakpoint

-- What is bet on each horse is kept as it changes: reading every bet of a race again and again takes ever longer.
insert into race_totals (race_id, horse_number, bets, stakes)
select bets.race_id, bets.horse_number, count(*), sum(bets.stake)
from bets join races on races.id = bets.race_id
where bets.status = 'confirmed'
  and (bets.result is distinct from 'refunded' or (races.status = 'refunded' and bets.settled_at = races.settled_at))
group by bets.race_id, bets.horse_number;
--> statement-breakpoint

-- In the order of race and horse, so that two statements never wait for each other in a ring.
create function keep_race_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into race_totals as kept (race_id, horse_number, bets, stakes)
    select race_id, horse_number, count(*), sum(stake) from added
    where status = 'confirmed' and result is distinct from 'refunded'
    group by race_id, horse_number order by race_id, horse_number
    on conflict (race_id, horse_number) do update
      set bets = kept.bets + excluded.bets, stakes = kept.stakes + excluded.stakes;
  else
    insert into race_totals as kept (race_id, horse_number, bets, stakes)
    select race_id, horse_number, sum(bets), sum(stakes)
    from (
      select race_id, horse_number, 1 as bets, stake as stakes from added
      where status = 'confirmed' and result is distinct from 'refunded'
      union all
      select race_id, horse_number, -1, -stake from removed
      where status = 'confirmed' and result is distinct from 'refunded'
    ) as moved
    group by race_id, horse_number having sum(bets) <> 0 order by race_id, horse_number
    on conflict (race_id, horse_number) do update
      set bets = kept.bets + excluded.bets, stakes = kept.stakes + excluded.stakes;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger race_totals_follow_insert after insert on bets
  referencing new table as added for each statement execute function keep_race_totals();
--> statement-breakpoint
create trigger race_totals_follow_update after update on bets
  referencing new table as added old table as removed for each statement execute function keep_race_totals();
--> statement-breakpoint

-- A race that was refunded as a whole goes on showing what was staked on it.
create function keep_refunded_totals() returns trigger language plpgsql as $$
begin
  insert into race_totals (race_id, horse_number, bets, stakes)
  select race_id, horse_number, count(*), sum(stake) from bets
  where race_id = new.id and status = 'confirmed' and settled_at = new.settled_at
  group by race_id, horse_number order by horse_number
  on conflict (race_id, horse_number) do update set bets = excluded.bets, stakes = excluded.stakes;
  return null;
end $$;
--> statement-breakpoint
create trigger refunded_totals after update on races for each row
  when (new.status = 'refunded' and new.settled_at is not null and old.settled_at is null)
  execute function keep_refunded_totals();
--> statement-breakpoint

-- Only the bets move the totals.
create function check_race_totals() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception 'the totals of a race follow its bets alone' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger follows_bets before insert or update or delete on race_totals
  for each row execute function check_race_totals();
--> statement-breakpoint
create trigger no_truncate before truncate on race_totals for each statement execute function refuse_change();
