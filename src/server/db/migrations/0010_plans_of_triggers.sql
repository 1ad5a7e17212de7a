-- The triggers of the ledger look everything up by its key. Their plans are kept for the life of a connection, and one
-- that was made while the tables were small would read them whole for each entry ever after: the settlement of a race
-- with 10,000 winners took a minute instead of seconds. So the plan must not depend on statistics.
alter function check_postings() set enable_seqscan = off;
--> statement-breakpoint
alter function check_postings() set enable_hashjoin = off;
--> statement-breakpoint
alter function check_postings() set enable_mergejoin = off;
--> statement-breakpoint
alter function keep_balances() set enable_seqscan = off;
