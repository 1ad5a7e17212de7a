ALTER TABLE "titles" ADD COLUMN "holders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint

-- What was there before.
update titles set holders = past.holders
from (select title_id, count(*) as holders from player_titles group by title_id) as past
where titles.id = past.title_id;
--> statement-breakpoint

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
--> statement-breakpoint
create trigger holders_follow after insert on player_titles
  referencing new table as changed for each statement execute function keep_title_holders();
--> statement-breakpoint
create trigger holders_leave after delete on player_titles
  referencing old table as changed for each statement execute function keep_title_holders();
--> statement-breakpoint

-- A row cannot go over to another title, which would leave both counts wrong.
create trigger titles_stay before update of title_id on player_titles
  for each row when (old.title_id <> new.title_id) execute function refuse_change();
