-- Numbers without gaps, days in order and none that is sealed, no record without its text.
create function check_export_record() returns trigger language plpgsql as $$
declare
  last export_records;
begin
  select * into last from export_records order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 then
    raise exception 'export record % after %', new.seq, coalesce(last.seq, 0) using errcode = 'check_violation';
  end if;
  if new.day < last.day or exists (select from export_days where day >= new.day) then
    raise exception 'export record %: day % is over', new.seq, new.day using errcode = 'check_violation';
  end if;
  if not exists (select from export_parts where seq = new.seq and part = 0) then
    raise exception 'export record % has no text', new.seq using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The text of a record is written before it, and does not change any more afterwards.
create function check_export_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from export_records where seq = case tg_op when 'INSERT' then new.seq else old.seq end) then
    raise exception '% of published text is not allowed', tg_op using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'INSERT' then new else old end;
end $$;

create function check_export_day_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from export_days where day = case tg_op when 'INSERT' then new.day else old.day end) then
    raise exception '% of a sealed file is not allowed', tg_op using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'INSERT' then new else old end;
end $$;

-- Payouts are noted in the transaction in which they end, whoever ends them (rule EXPORT-3).
create function note_ended_payout() returns trigger language plpgsql as $$
begin
  insert into export_ended_payouts (payment_id) values (new.id) on conflict do nothing;
  return null;
end $$;

-- What was published stays as it was (rule EXPORT-1).
create trigger append_only before update or delete on export_records for each row execute function refuse_change();
create trigger no_truncate before truncate on export_records for each statement execute function refuse_change();
create trigger append_only before update or delete on export_days for each row execute function refuse_change();
create trigger no_truncate before truncate on export_days for each statement execute function refuse_change();
create trigger no_truncate before truncate on export_parts for each statement execute function refuse_change();
create trigger no_truncate before truncate on export_day_parts for each statement execute function refuse_change();
create trigger next_record before insert on export_records for each row execute function check_export_record();
create trigger unpublished before insert or update or delete on export_parts for each row execute function check_export_part();
create trigger unsealed before insert or update or delete on export_day_parts for each row execute function check_export_day_part();
create trigger payout_ended after update of status on payments for each row
  when (new.kind = 'payout' and new.race_id is not null and new.bet_id is not null
        and old.status in ('pending', 'sent', 'unknown') and new.status in ('completed', 'failed', 'cancelled'))
  execute function note_ended_payout();
create trigger payout_inserted after insert on payments for each row
  when (new.kind = 'payout' and new.race_id is not null and new.bet_id is not null
        and new.status in ('completed', 'failed', 'cancelled'))
  execute function note_ended_payout();
