CREATE TABLE "export_cursors" (
	"source" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "export_day_parts" (
	"day" date NOT NULL,
	"attempt" bigint NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "export_day_parts_day_attempt_part_pk" PRIMARY KEY("day","attempt","part")
);
--> statement-breakpoint
CREATE TABLE "export_days" (
	"day" date PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"first" bigint NOT NULL,
	"records" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"gzip_bytes" bigint NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "export_days_sha256_unique" UNIQUE("sha256"),
	CONSTRAINT "export_days_first_unique" UNIQUE("first")
);
--> statement-breakpoint
CREATE TABLE "export_ended_payouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_ended_payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	CONSTRAINT "export_ended_payouts_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "export_parts" (
	"seq" bigint NOT NULL,
	"attempt" bigint NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "export_parts_seq_attempt_part_pk" PRIMARY KEY("seq","attempt","part")
);
--> statement-breakpoint
CREATE TABLE "export_records" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "export_records_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "export_days" ADD CONSTRAINT "export_days_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_ended_payouts" ADD CONSTRAINT "export_ended_payouts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_records_by_day" ON "export_records" USING btree ("day","seq");--> statement-breakpoint

-- Random hex hardly shrinks, and compressing it would hold the embedded database up.
alter table export_parts alter column text set storage external;
--> statement-breakpoint
alter table export_day_parts alter column content set storage external;
--> statement-breakpoint

-- What was published stays as it was (rule EXPORT-1).
create trigger append_only before update or delete on export_records for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on export_records for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on export_days for each row execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on export_days for each statement execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on export_parts for each statement execute function refuse_change();
--> statement-breakpoint
create trigger no_truncate before truncate on export_day_parts for each statement execute function refuse_change();
--> statement-breakpoint

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
--> statement-breakpoint
create trigger next_record before insert on export_records for each row execute function check_export_record();
--> statement-breakpoint

-- The text of a record is written before it, and does not change any more afterwards.
create function check_export_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from export_records where seq = case tg_op when 'INSERT' then new.seq else old.seq end) then
    raise exception '% of published text is not allowed', tg_op using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'INSERT' then new else old end;
end $$;
--> statement-breakpoint
create trigger unpublished before insert or update or delete on export_parts for each row execute function check_export_part();
--> statement-breakpoint
create function check_export_day_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from export_days where day = case tg_op when 'INSERT' then new.day else old.day end) then
    raise exception '% of a sealed file is not allowed', tg_op using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'INSERT' then new else old end;
end $$;
--> statement-breakpoint
create trigger unsealed before insert or update or delete on export_day_parts for each row execute function check_export_day_part();
--> statement-breakpoint

-- Payouts are noted in the transaction in which they end, whoever ends them; those of before come first (rule EXPORT-3).
create function note_ended_payout() returns trigger language plpgsql as $$
begin
  insert into export_ended_payouts (payment_id) values (new.id) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger payout_ended after update of status on payments for each row
  when (new.kind = 'payout' and new.race_id is not null and new.bet_id is not null
        and old.status in ('pending', 'sent', 'unknown') and new.status in ('completed', 'failed', 'cancelled'))
  execute function note_ended_payout();
--> statement-breakpoint
create trigger payout_inserted after insert on payments for each row
  when (new.kind = 'payout' and new.race_id is not null and new.bet_id is not null
        and new.status in ('completed', 'failed', 'cancelled'))
  execute function note_ended_payout();
--> statement-breakpoint
insert into export_ended_payouts (payment_id)
  select id from payments
   where kind = 'payout' and status in ('completed', 'failed', 'cancelled') and race_id is not null and bet_id is not null
   order by processed_at, id;
