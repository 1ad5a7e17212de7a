-- Tells every server, once the transaction is committed, that there is something for its loops to look at (rule IDLE-2). What a
-- transaction tells twice arrives once. Who listens is told in db/change-news.ts.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('furlong_changes', tg_argv[0]);
  return null;
end $$;

create trigger tell_change after insert or update on races for each statement execute function tell_change('races');
create trigger tell_change after insert or update on special_races for each statement execute function tell_change('races');
create trigger tell_change after update of status on bets for each statement execute function tell_change('bets');

-- What is prepared only is nothing to look at.
create trigger tell_placed after insert on bets for each row when (new.status = 'confirmed') execute function tell_change('bets');
create trigger tell_change after insert or update of processed_at on payments for each statement execute function tell_change('payments');
create trigger tell_change after insert or update on bet_repeats for each statement execute function tell_change('repeats');
create trigger tell_change after insert or update on settings for each statement execute function tell_change('settings');

-- An entry is to be anchored, or was.
create trigger tell_change after update of size on logs for each statement execute function tell_change('log');
create trigger tell_change after update of outcome on notary_memos for each statement execute function tell_change('log');
