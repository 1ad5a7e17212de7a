-- What was bet never changes, nor its deposit wallet and the salt of its commitment (rule BET-13); a payment belongs to one
-- bet, and a result is final.
create function check_bet_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.race_id, new.wallet, new.horse_number, new.horse_id, new.stake, new.ledger, new.source, new.repeat_id,
      new.salt, new.message, new.memo, new.deposit_address, new.prepared_at)
    is distinct from
     (old.id, old.race_id, old.wallet, old.horse_number, old.horse_id, old.stake, old.ledger, old.source, old.repeat_id,
      old.salt, old.message, old.memo, old.deposit_address, old.prepared_at)
  then
    raise exception 'bet %: what was prepared does not change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and old.status in ('confirmed', 'credited') then
    raise exception 'bet %: no way from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if old.result in ('refunded', 'win') and new.result is distinct from old.result then
    raise exception 'bet %: a refund and a win are final', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What was prepared and never paid can be deleted (rule GROWTH-2).
create trigger no_delete before delete on bets for each row when (old.status <> 'expired') execute function refuse_change();
create trigger no_truncate before truncate on bets for each statement execute function refuse_change();
create trigger legal_update before update on bets for each row execute function check_bet_update();
