DROP INDEX "chat_report_cases_by_status";--> statement-breakpoint
DROP INDEX "payments_by_wallet";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "debits" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "credits" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action" collate "C","id");--> statement-breakpoint
CREATE INDEX "deposits_by_time" ON "deposits" USING btree ("seen_at","signature");--> statement-breakpoint
CREATE INDEX "chat_report_cases_resolved" ON "chat_report_cases" USING btree ("resolved_at","message_id") WHERE status <> 'open';--> statement-breakpoint
CREATE INDEX "payment_attempts_by_signature" ON "payment_attempts" USING btree ("signature" collate "C");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_destination" ON "payments" USING btree ("destination","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("created_at","id") WHERE status in ('failed', 'cancelled');--> statement-breakpoint
CREATE INDEX "payments_by_signature" ON "payments" USING btree ("signature" collate "C");--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","wallet");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("username") collate "C");--> statement-breakpoint
CREATE INDEX "users_by_address" ON "users" USING btree ("wallet" collate "C");--> statement-breakpoint
CREATE INDEX "special_races_waiting" ON "special_races" USING btree ("position","id") WHERE race_id is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX "chat_report_cases_by_status" ON "chat_report_cases" USING btree ("status","first_reported_at","message_id");--> statement-breakpoint
CREATE INDEX "payments_by_wallet" ON "payments" USING btree ("wallet","created_at","id");
--> statement-breakpoint
-- What came in and went out of an account is kept beside its balance: summing the entries of a house wallet takes ever longer.
alter table ledger_accounts disable trigger follows_entries;
--> statement-breakpoint
update ledger_accounts set debits = past.debits, credits = past.credits
from (
  select account, coalesce(-sum(lamports) filter (where lamports < 0), 0) as debits,
    coalesce(sum(lamports) filter (where lamports > 0), 0) as credits
  from ledger_entries group by account
) as past
where ledger_accounts.account = past.account;
--> statement-breakpoint
alter table ledger_accounts enable trigger follows_entries;
--> statement-breakpoint
-- As before (0004).
create or replace function keep_balances() returns trigger language plpgsql
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
--> statement-breakpoint
create or replace function check_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 and (
    case when tg_op = 'INSERT' then (new.balance, new.debits, new.credits) is distinct from (0::bigint, 0::bigint, 0::bigint)
    else (new.balance, new.debits, new.credits) is distinct from (old.balance, old.debits, old.credits) end
  ) then
    raise exception 'the balance of % follows its entries alone', new.account using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
