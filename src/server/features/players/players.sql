-- An account that comes after its profile.
create function note_profile() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  new.has_profile := exists (select from users where wallet = substr(new.account, 6));
  return new;
end $$;

-- A profile is counted, and has its account and its totals from the beginning: a list in the order of either leaves nobody
-- out. The account may be older than the profile.
create function keep_players() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  insert into ledger_accounts (account) select 'user:' || wallet from added order by wallet
  on conflict (account) do update set has_profile = true;
  insert into player_totals (wallet, wagered, won, races, wins, jackpots)
  select wallet, 0, 0, 0, 0, 0 from added order by wallet on conflict (wallet) do nothing;
  update player_count set players = players + (select count(*) from added);
  return null;
end $$;

create function count_leaving_players() returns trigger language plpgsql as $$
begin
  update player_count set players = players - (select count(*) from removed);
  return null;
end $$;

-- What admins gave and took stays on record (rule MONEY-24).
create trigger append_only before update or delete on balance_adjustments for each row execute function refuse_change();
create trigger no_truncate before truncate on balance_adjustments for each statement execute function refuse_change();
create trigger players_follow after insert on users
  referencing new table as added for each statement execute function keep_players();
create trigger players_leave after delete on users
  referencing old table as removed for each statement execute function count_leaving_players();

-- Only the profiles move their count.
create trigger follows_players before insert or update or delete on player_count
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger no_truncate before truncate on player_count for each statement execute function refuse_change();
create trigger notes_profile before insert on ledger_accounts
  for each row when (new.account like 'user:%') execute function note_profile();
