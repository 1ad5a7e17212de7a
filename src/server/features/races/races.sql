-- Only legal transitions, and nothing of what was committed changes (INV-11); a race that falls below its players
-- goes back to pending (rule LONE-2), and a settled one becomes refunded as one that was refunded late (rule MONEY-9).
create function check_race_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.race_type, new.ledger, new.settings, new.log, new.commit_index, new.jackpot, new.outcome_entropy,
      new.seed_chain_id, new.seed_index, new.server_seed_hash, new.nonce, new.created_at)
    is distinct from
     (old.id, old.number, old.race_type, old.ledger, old.settings, old.log, old.commit_index, old.jackpot, old.outcome_entropy,
      old.seed_chain_id, old.seed_index, old.server_seed_hash, old.nonce, old.created_at)
  then
    raise exception 'race %: what was committed at creation does not change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status = 'countdown')
    or (old.status = 'countdown' and new.status = 'pending')
    or (old.status = 'countdown' and new.status = 'active')
    or (old.status = 'active' and new.status = 'completed')
    or (old.status in ('pending', 'countdown', 'active') and new.status = 'refunded')
    or (old.status = 'completed' and new.status = 'refunded' and (old.settled_at is not null) = new.is_refunded_late)
  ) then
    raise exception 'race %: no way from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if new.is_refunded_late <> old.is_refunded_late and not (old.status = 'completed' and new.status = 'refunded')
    or (new.is_refunded_late and new.settled_at is distinct from old.settled_at)
  then
    raise exception 'race %: a settled race is refunded once, and stays settled when it was', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Never deleted: the public history, and all that money hangs on.
create trigger no_delete before delete on races for each row execute function refuse_change();
create trigger no_delete before delete on seed_chains for each row execute function refuse_change();
create trigger no_truncate before truncate on races for each statement execute function refuse_change();
create trigger legal_update before update on races for each row execute function check_race_update();
create trigger no_delete before delete on special_races for each row execute function refuse_change();
create trigger no_truncate before truncate on special_races for each statement execute function refuse_change();

-- A race commits to its horses in an entry of the public log (rule FAIR-12).
create trigger append_only before update or delete on race_horses for each row execute function refuse_change();
create trigger no_truncate before truncate on race_horses for each statement execute function refuse_change();

-- What a lock memo commits to is never changed (rule FAIR-16).
create trigger append_only before update or delete on race_locks for each row execute function refuse_change();
create trigger no_truncate before truncate on race_locks for each statement execute function refuse_change();
