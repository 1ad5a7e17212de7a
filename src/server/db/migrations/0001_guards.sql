-- Rules that the database itself holds, whatever the program does. Written by hand; the schema is in 0000.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- Append-only: what was posted stays posted. A mistake is corrected by another posting.
create trigger append_only before update or delete on ledger_postings for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on ledger_postings for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on audit_log for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint

-- A posting's entries come in one statement and sum to zero; play money never meets real money.
create function check_postings() returns trigger language plpgsql as $$
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
--> statement-breakpoint
create trigger postings_balance after insert on ledger_entries
  referencing new table as added for each statement execute function check_postings();
--> statement-breakpoint

-- Never deleted: the public history, and all that money hangs on.
create trigger no_delete before delete on races for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_delete before delete on race_horses for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_delete before delete on bets for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_delete before delete on deposits for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_delete before delete on payments for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_delete before delete on payment_attempts for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_delete before delete on seed_chains for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on races for each statement execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on bets for each statement execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on payments for each statement execute function refuse_change();
--> statement-breakpoint

create function check_race_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.race_type, new.ledger, new.settings, new.settings_hash, new.jackpot, new.outcome_entropy,
      new.seed_chain_id, new.seed_index, new.server_seed_hash, new.nonce, new.created_at)
    is distinct from
     (old.id, old.number, old.race_type, old.ledger, old.settings, old.settings_hash, old.jackpot, old.outcome_entropy,
      old.seed_chain_id, old.seed_index, old.server_seed_hash, old.nonce, old.created_at)
  then
    raise exception 'race %: what was committed at creation does not change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status = 'countdown')
    or (old.status = 'countdown' and new.status = 'active')
    or (old.status = 'active' and new.status = 'completed')
    or (old.status in ('pending', 'countdown', 'active') and new.status = 'refunded')
    or (old.status = 'completed' and new.status = 'refunded' and old.settled_at is null)
  ) then
    raise exception 'race %: no way from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger legal_update before update on races for each row execute function check_race_update();
--> statement-breakpoint
-- No seed and no winner at rest before the race is over, no places before their reveal.
alter table races add constraint sealed_until_over check (
  status in ('completed', 'refunded')
  or (server_seed is null and winning_number is null and (places is null or revealed_at is not null))
);
--> statement-breakpoint

create function check_bet_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.race_id, new.wallet, new.horse_number, new.horse_id, new.stake, new.ledger, new.message, new.prepared_at)
    is distinct from
     (old.id, old.race_id, old.wallet, old.horse_number, old.horse_id, old.stake, old.ledger, old.message, old.prepared_at)
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
create trigger legal_update before update on bets for each row execute function check_bet_update();
