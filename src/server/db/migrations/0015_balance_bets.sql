CREATE TABLE "bet_repeats" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"horse" text NOT NULL,
	"horse_id" integer,
	"stake" bigint NOT NULL,
	"races" smallint NOT NULL,
	"stop_at_loss" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text
);
--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "source" text DEFAULT 'wallet' NOT NULL;--> statement-breakpoint
ALTER TABLE "bets" ADD COLUMN "repeat_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "one_running_repeat" ON "bet_repeats" USING btree ("wallet") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "bet_repeats_by_wallet" ON "bet_repeats" USING btree ("wallet","started_at");--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_repeat_id_bet_repeats_id_fk" FOREIGN KEY ("repeat_id") REFERENCES "public"."bet_repeats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bet_of_repeat" ON "bets" USING btree ("repeat_id","race_id") WHERE repeat_id is not null;--> statement-breakpoint
-- A stake from the balance is real money, was never a payment, and stays what it was.
alter table bets add constraint balance_bet check (
  source = 'wallet' or (ledger = 'real' and message is null and signature is null and status = 'confirmed')
);
--> statement-breakpoint
alter table bets add constraint repeated_bet check (repeat_id is null or source = 'balance');
--> statement-breakpoint
create or replace function check_bet_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.race_id, new.wallet, new.horse_number, new.horse_id, new.stake, new.ledger, new.source, new.repeat_id,
      new.message, new.prepared_at)
    is distinct from
     (old.id, old.race_id, old.wallet, old.horse_number, old.horse_id, old.stake, old.ledger, old.source, old.repeat_id,
      old.message, old.prepared_at)
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
--> statement-breakpoint

-- The terms of a repeat stand from its start, and an end is final.
create function check_repeat_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.wallet, new.horse, new.horse_id, new.stake, new.races, new.stop_at_loss, new.started_at)
    is distinct from
     (old.id, old.wallet, old.horse, old.horse_id, old.stake, old.races, old.stop_at_loss, old.started_at)
    or old.ended_at is not null
  then
    raise exception 'repeat %: its terms and its end do not change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger legal_update before update on bet_repeats for each row execute function check_repeat_update();
--> statement-breakpoint
create trigger no_delete before delete on bet_repeats for each row execute function refuse_change();
--> statement-breakpoint
alter table bet_repeats add constraint repeat_bounds check (
  races between 1 and 50 and stake > 0 and stop_at_loss >= stake
  and (horse = 'chosen') = (horse_id is not null) and (ended_at is null) = (end_reason is null)
);
