-- Balances and records are kept as they change: summing the whole history anew for each bet takes ever longer.
-- Each account's balance moves in the same statement as its entries, so it is their sum at every commit (INV-3).

-- Whatever was posted before.
insert into ledger_accounts (account, balance)
select account, sum(lamports) from ledger_entries group by account
on conflict (account) do update set balance = excluded.balance;
--> statement-breakpoint
update horses set races_run = past.races, races_won = past.wins
from (
  select race_horses.horse_id, count(*) as races,
    count(*) filter (where races.winning_number = race_horses.number) as wins
  from race_horses join races on races.id = race_horses.race_id
  where races.winning_number is not null and races.settled_at is not null
  group by race_horses.horse_id
) as past
where horses.id = past.horse_id;
--> statement-breakpoint
update horses set bets_taken = past.bets
from (
  select bets.horse_id, count(*) as bets
  from bets join races on races.id = bets.race_id
  where bets.result is not null and races.settled_at is not null
  group by bets.horse_id
) as past
where horses.id = past.horse_id;
--> statement-breakpoint

-- In the order of the names, so that two postings never wait for each other in a ring.
create function keep_balances() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in select account, sum(lamports) as total from added group by account order by account loop
    update ledger_accounts set balance = balance + moved.total where account = moved.account;
    if not found then
      insert into ledger_accounts as kept (account, balance) values (moved.account, moved.total)
      on conflict (account) do update set balance = kept.balance + moved.total;
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger balances_follow after insert on ledger_entries
  referencing new table as added for each statement execute function keep_balances();
--> statement-breakpoint

-- Only the entries move a balance: a statement of its own may create an account and lock it, no more.
create function check_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 and new.balance <> (case when tg_op = 'INSERT' then 0 else old.balance end) then
    raise exception 'the balance of % follows its entries alone', new.account using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger follows_entries before insert or update on ledger_accounts for each row execute function check_balance();
--> statement-breakpoint
create trigger no_delete before delete on ledger_accounts for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();
--> statement-breakpoint
-- As `neverNegative` of the domain's ledger.
alter table ledger_accounts add constraint never_negative check (
  balance >= 0 or account !~ '^((user|pool|jackpot|referral|play:user|play:pool):|bonus$|outgoing$)'
);
