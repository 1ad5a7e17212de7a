ALTER TABLE "bets" ADD COLUMN "referrer" text;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "streak_before" smallint;--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "is_reversed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_postings_settlements" ON "ledger_postings" USING btree ("race_id") WHERE kind = 'race settled';--> statement-breakpoint

-- As in 0013: who a player's referrer is now is who earned on bets that are settled already.
alter table bets disable trigger player_days_follow;
--> statement-breakpoint
update bets set referrer = users.referrer
from users
where users.wallet = bets.wallet and users.referrer <> users.wallet
  and bets.ledger = 'real' and bets.status = 'confirmed' and bets.result in ('win', 'loss');
--> statement-breakpoint
alter table bets enable trigger player_days_follow;
--> statement-breakpoint

-- As before (0001), and a settled race becomes refunded as one whose settlement was reversed.
create or replace function check_race_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.race_type, new.ledger, new.settings, new.settings_hash, new.jackpot, new.outcome_entropy,
      new.seed_chain_id, new.seed_index, new.server_seed_hash, new.nonce, new.created_at)
    is distinct from
     (old.id, old.number, old.race_type, old.ledger, old.settings, old.settings_hash, old.jackpot, old.outcome_entropy,
      old.seed_chain_id, old.seed_index, old.server_seed_hash, old.nonce, old.created_at)
  then
    raise exception 'race %: what was committed at creation does not change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status = 'countdown')
    or (old.status = 'countdown' and new.status = 'active')
    or (old.status = 'active' and new.status = 'completed')
    or (old.status in ('pending', 'countdown', 'active') and new.status = 'refunded')
    or (old.status = 'completed' and new.status = 'refunded' and (old.settled_at is not null) = new.is_reversed)
  ) then
    raise exception 'race %: no way from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if new.is_reversed <> old.is_reversed and not (old.status = 'completed' and new.status = 'refunded')
    or (new.is_reversed and new.settled_at is distinct from old.settled_at)
  then
    raise exception 'race %: a settlement is reversed once, and stays when it was', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint

-- As before (0009), and what a settled race was settled with stays in its totals when it is refunded.
create or replace function keep_race_totals() returns trigger language plpgsql as $$
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
      where status = 'confirmed' and (
        result is distinct from 'refunded'
        or id in (select id from removed where result in ('win', 'loss'))
      )
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
