ALTER TABLE "bets" ADD COLUMN "deposit_address" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "source_address" text;--> statement-breakpoint

-- Each address has books of its own from now on. Until now there was one wallet of each kind, so what was booked for the kind
-- is its own. Only the name of the account changes, which no entry's amount, posting or place depends on.
alter table ledger_entries disable trigger append_only;
--> statement-breakpoint
update ledger_entries set account = entry.account || ':' || wallet.address
from ledger_entries as entry join (
  select distinct on (kind) kind, address from house_wallets order by kind, created_at, address
) as wallet on entry.account = 'chain:' || wallet.kind
where ledger_entries.id = entry.id;
--> statement-breakpoint
alter table ledger_entries enable trigger append_only;
--> statement-breakpoint
update ledger_accounts set account = account || ':' || wallet.address
from (select distinct on (kind) kind, address from house_wallets order by kind, created_at, address) as wallet
where account = 'chain:' || wallet.kind;
--> statement-breakpoint
update payments set source_address = wallet.address
from (select distinct on (kind) kind, address from house_wallets order by kind, created_at, address) as wallet
where payments.kind = 'sweep' and payments.source = wallet.kind;
--> statement-breakpoint

-- As before (0015), and the deposit wallet of a bet stays what it was.
create or replace function check_bet_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.race_id, new.wallet, new.horse_number, new.horse_id, new.stake, new.ledger, new.source, new.repeat_id,
      new.message, new.deposit_address, new.prepared_at)
    is distinct from
     (old.id, old.race_id, old.wallet, old.horse_number, old.horse_id, old.stake, old.ledger, old.source, old.repeat_id,
      old.message, old.deposit_address, old.prepared_at)
  then
    raise exception 'bet %: what was prepared does not change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and old.status in ('confirmed', 'credited') then
    raise exception 'bet %: no way from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if old.result = 'refunded' and new.result is distinct from 'refunded' then
    raise exception 'bet %: a refund is final', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
