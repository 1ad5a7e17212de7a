-- The triggers of the ledger look everything up by its key. Their plans are kept for the life of a connection, and one
-- that was made while the tables were small would read them whole for each entry ever after: the settlement of a race
-- with 10,000 winners took a minute instead of seconds. So the plan must not depend on statistics.

-- A posting's entries come in one statement and sum to zero; play money never meets real money.
create function check_postings() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wrong bigint;
begin
  select posting_id into wrong from added group by posting_id having sum(lamports) <> 0 limit 1;
  if found then
    raise exception 'posting % does not sum to zero', wrong using errcode = 'check_violation';
  end if;
  select added.posting_id into wrong
    from added join ledger_postings on ledger_postings.id = added.posting_id
    where starts_with(added.account, 'play:') <> (ledger_postings.ledger = 'play')
    limit 1;
  if found then
    raise exception 'posting % mixes the play ledger and the real one', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Each account's balance moves in the same statement as its entries, so it is their sum at every commit (INV-3).
create function keep_balances() returns trigger language plpgsql
set enable_seqscan = off
as $$
declare
  moved record;
begin
  for moved in
    select account, sum(lamports) as total,
      coalesce(-sum(lamports) filter (where lamports < 0), 0) as debits,
      coalesce(sum(lamports) filter (where lamports > 0), 0) as credits
    from added group by account order by account
  loop
    update ledger_accounts
    set balance = balance + moved.total, debits = debits + moved.debits, credits = credits + moved.credits
    where account = moved.account;
    if not found then
      insert into ledger_accounts as kept (account, balance, debits, credits)
      values (moved.account, moved.total, moved.debits, moved.credits)
      on conflict (account) do update
        set balance = kept.balance + moved.total, debits = kept.debits + moved.debits, credits = kept.credits + moved.credits;
    end if;
  end loop;
  return null;
end $$;

create function check_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 and (
    case when tg_op = 'INSERT' then (new.balance, new.debits, new.credits) is distinct from (0::bigint, 0::bigint, 0::bigint)
    else (new.balance, new.debits, new.credits) is distinct from (old.balance, old.debits, old.credits) end
  ) then
    raise exception 'the balance of % follows its entries alone', new.account using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Append-only: what was posted stays posted. A mistake is corrected by another posting.
create trigger append_only before update or delete on ledger_postings for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_postings for each statement execute function refuse_change();
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
create trigger postings_balance after insert on ledger_entries
  referencing new table as added for each statement execute function check_postings();
create trigger balances_follow after insert on ledger_entries
  referencing new table as added for each statement execute function keep_balances();
create trigger follows_entries before insert or update on ledger_accounts for each row execute function check_balance();
create trigger no_delete before delete on ledger_accounts for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();
