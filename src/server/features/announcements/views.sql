-- In the order of the ids, so that two players never wait for each other in a ring.
create function keep_seen_by() returns trigger language plpgsql
set enable_seqscan = off
as $$
declare
  seen record;
begin
  for seen in select announcement_id, count(*) as players from added group by announcement_id order by announcement_id loop
    update announcements set seen_by = seen_by + seen.players where id = seen.announcement_id;
  end loop;
  return null;
end $$;

create trigger seen_by_follows after insert on announcement_views
  referencing new table as added for each statement execute function keep_seen_by();
