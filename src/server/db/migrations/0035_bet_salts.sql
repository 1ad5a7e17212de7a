ALTER TABLE "bets" ADD COLUMN "salt" text;--> statement-breakpoint

-- As before (0032), and the salt of its commitment stays what it was (rule BET-13).
create or replace function check_bet_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.race_id, new.wallet, new.horse_number, new.horse_id, new.stake, new.ledger, new.source, new.repeat_id,
      new.salt, new.message, new.deposit_address, new.prepared_at)
    is distinct from
     (old.id, old.race_id, old.wallet, old.horse_number, old.horse_id, old.stake, old.ledger, old.source, old.repeat_id,
      old.salt, old.message, old.deposit_address, old.prepared_at)
  then
    raise exception 'bet %: what was prepared does not change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and old.status in ('confirmed', 'credited') then
    raise exception 'bet %: no way from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if old.result = 'refunded' and new.result is distinct from 'refunded' then
    raise exception 'bet %: a refund is final', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
