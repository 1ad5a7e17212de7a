ALTER TABLE "ledger_accounts" ADD COLUMN "has_profile" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_accounts_unprofiled" ON "ledger_accounts" USING btree ("account") WHERE not has_profile and balance <> 0 and account like 'user:%';
--> statement-breakpoint

-- What was there before.
update ledger_accounts set has_profile = true from users where account = 'user:' || wallet;
--> statement-breakpoint

-- An account that comes after its profile.
create function note_profile() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  new.has_profile := exists (select from users where wallet = substr(new.account, 6));
  return new;
end $$;
--> statement-breakpoint
create trigger notes_profile before insert on ledger_accounts
  for each row when (new.account like 'user:%') execute function note_profile();
--> statement-breakpoint

-- As before (0041), and a profile that comes after its account.
create or replace function keep_players() returns trigger language plpgsql
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
--> statement-breakpoint
analyze ledger_accounts;
