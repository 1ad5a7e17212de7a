-- process_deposits takes its place (0009).
drop function admit_payments(jsonb, timestamptz);
