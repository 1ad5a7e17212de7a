-- The terms of a repeat stand from its start, and an end is final.
create function check_repeat_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.wallet, new.horse, new.horse_id, new.stake, new.races, new.stop_at_loss, new.started_at)
    is distinct from
     (old.id, old.wallet, old.horse, old.horse_id, old.stake, old.races, old.stop_at_loss, old.started_at)
    or old.ended_at is not null
  then
    raise exception 'repeat %: its terms and its end do not change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger legal_update before update on bet_repeats for each row execute function check_repeat_update();
-- Orders that placed no bet can be deleted (rule GROWTH-2); the reference from bets protects the others.
create trigger no_delete before delete on bet_repeats for each row when (old.ended_at is null) execute function refuse_change();
