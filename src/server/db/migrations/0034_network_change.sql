ALTER TABLE "seed_chains" ADD COLUMN "network" text;--> statement-breakpoint
update seed_chains set network = coalesce((select value from settings where key = 'network'), 'localnet');--> statement-breakpoint
ALTER TABLE "seed_chains" ALTER COLUMN "network" SET NOT NULL;--> statement-breakpoint

-- Counts deposits that were read on a network, if the data still belongs to it (rule LIMITS-14): an instance that has not
-- moved yet would credit money that is on the chain that was left. A change of the network takes the lock for itself.
create function process_deposits_of(read_on text, items jsonb, at timestamptz)
returns table (signature text, outcome text, reason text, bet_id text, is_new boolean)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('furlong network', 0));
  if coalesce((select value from settings where key = 'network'), 'localnet') <> read_on then
    raise exception 'the data no longer belongs to %', read_on using errcode = 'cannot_connect_now';
  end if;
  return query select * from process_deposits(items, at);
end $$;
