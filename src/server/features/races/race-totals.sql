-- What is bet on each horse, in the order of race and horse, so that two statements never wait for each other in a ring.
-- What a settled race was settled with stays in its totals when it is refunded.
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

-- Only the bets move the totals.
create function check_race_totals() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception 'the totals of a race follow its bets alone' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger race_totals_follow_insert after insert on bets
  referencing new table as added for each statement execute function keep_race_totals();
create trigger race_totals_follow_update after update on bets
  referencing new table as added old table as removed for each statement execute function keep_race_totals();
create trigger refunded_totals after update on races for each row
  when (new.status = 'refunded' and new.settled_at is not null and old.settled_at is null)
  execute function keep_refunded_totals();
create trigger follows_bets before insert or update or delete on race_totals
  for each row execute function check_race_totals();
create trigger no_truncate before truncate on race_totals for each statement execute function refuse_change();
