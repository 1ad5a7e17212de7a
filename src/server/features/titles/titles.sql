-- The settlement of a race says no more than that its players' deeds are to be looked at. In play money
-- nothing is earned (rule TITLE-1).
create function ask_for_deeds_of_race() returns trigger language plpgsql as $$
begin
  insert into deeds_due (race_id) values (new.id);
  return null;
end $$;

create function ask_for_deeds_of_referrer() returns trigger language plpgsql as $$
begin
  insert into deeds_due (wallet) values (new.referrer);
  return null;
end $$;

-- In the order of the ids, so that two players never wait for each other in a ring.
create function keep_title_holders() returns trigger language plpgsql
set enable_seqscan = off
as $$
declare
  moved record;
begin
  for moved in select title_id, count(*) as players from changed group by title_id order by title_id loop
    update titles set holders = holders + (case tg_op when 'INSERT' then moved.players else -moved.players end)
     where id = moved.title_id;
  end loop;
  return null;
end $$;

create trigger deeds_of_race after update on races for each row
  when (new.settled_at is not null and old.settled_at is null and new.ledger = 'real')
  execute function ask_for_deeds_of_race();
create trigger deeds_of_referrer after insert or update of referrer on users for each row
  when (new.referrer is not null) execute function ask_for_deeds_of_referrer();
create trigger holders_follow after insert on player_titles
  referencing new table as changed for each statement execute function keep_title_holders();
create trigger holders_leave after delete on player_titles
  referencing old table as changed for each statement execute function keep_title_holders();

-- A row cannot go over to another title, which would leave both counts wrong.
create trigger titles_stay before update of title_id on player_titles
  for each row when (old.title_id <> new.title_id) execute function refuse_change();
