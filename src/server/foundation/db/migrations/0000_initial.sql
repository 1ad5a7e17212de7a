CREATE TABLE "admins" (
	"wallet" text PRIMARY KEY NOT NULL,
	"appointed_by" text NOT NULL,
	"appointed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcement_views" (
	"announcement_id" text NOT NULL,
	"wallet" text NOT NULL,
	CONSTRAINT "announcement_views_announcement_id_wallet_pk" PRIMARY KEY("announcement_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"segment" text NOT NULL,
	"target_wallets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"seen_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"cause" text NOT NULL,
	"moved_before" bigint NOT NULL,
	"sum_limit" bigint NOT NULL,
	"reason" text,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text,
	CONSTRAINT "approved_by_another" CHECK ("approvals"."status" <> 'approved'
        or ("approvals"."decided_by" is not null and "approvals"."decided_by" <> "approvals"."asked_by" and "approvals"."decided_at" < "approvals"."expires_at")),
	CONSTRAINT "decided_or_waiting" CHECK (("approvals"."status" = 'waiting') = ("approvals"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_anchors" (
	"day" date PRIMARY KEY NOT NULL,
	"row_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"detail" jsonb,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"previous_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_adjustments" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"wallet" text NOT NULL,
	"admin_wallet" text NOT NULL,
	"previous_balance" bigint NOT NULL,
	"new_balance" bigint NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "bet_repeats" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"horse" text NOT NULL,
	"horse_id" integer,
	"stake" bigint NOT NULL,
	"races" smallint NOT NULL,
	"stop_at_loss" bigint NOT NULL,
	"terms_race_id" text NOT NULL,
	"pause_reason" text,
	"is_stepped_up" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "repeat_bounds" CHECK ("bet_repeats"."races" between 1 and 50 and "bet_repeats"."stake" > 0 and "bet_repeats"."stop_at_loss" >= "bet_repeats"."stake"
        and ("bet_repeats"."horse" = 'chosen') = ("bet_repeats"."horse_id" is not null) and ("bet_repeats"."ended_at" is null) = ("bet_repeats"."end_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "bets" (
	"id" text PRIMARY KEY NOT NULL,
	"race_id" text NOT NULL,
	"wallet" text NOT NULL,
	"horse_number" smallint NOT NULL,
	"horse_id" integer NOT NULL,
	"stake" bigint NOT NULL,
	"ledger" text NOT NULL,
	"source" text DEFAULT 'wallet' NOT NULL,
	"repeat_id" text,
	"status" text NOT NULL,
	"result" text,
	"payout" bigint,
	"fee" bigint,
	"salt" text NOT NULL,
	"message" text,
	"memo" text,
	"deposit_address" text,
	"last_valid_block_height" bigint,
	"prepared_at" timestamp (3) with time zone NOT NULL,
	"signature" text,
	"payment_slot" bigint,
	"confirmed_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "bets_memo_unique" UNIQUE("memo"),
	CONSTRAINT "bets_signature_unique" UNIQUE("signature"),
	CONSTRAINT "balance_bet" CHECK ("bets"."source" = 'wallet'
        or ("bets"."ledger" = 'real' and "bets"."message" is null and "bets"."signature" is null and "bets"."status" = 'confirmed')),
	CONSTRAINT "paid_bet" CHECK (("bets"."memo" is null) = ("bets"."deposit_address" is null)),
	CONSTRAINT "repeated_bet" CHECK ("bets"."repeat_id" is null or "bets"."source" = 'balance')
);
--> statement-breakpoint
CREATE TABLE "deposit_cursors" (
	"address" text PRIMARY KEY NOT NULL,
	"last_signature" text
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"signature" text PRIMARY KEY NOT NULL,
	"house_address" text NOT NULL,
	"payer" text NOT NULL,
	"lamports" bigint NOT NULL,
	"slot" bigint NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"bet_id" text,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prepared_deposits" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"lamports" bigint NOT NULL,
	"deposit_address" text NOT NULL,
	"blockhash" text NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"prepared_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"signature" text NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"dropped_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_blocks" (
	"wallet" text NOT NULL,
	"blocked" text NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_blocks_wallet_blocked_pk" PRIMARY KEY("wallet","blocked")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"room" text NOT NULL,
	"wallet" text NOT NULL,
	"content" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"username" text NOT NULL,
	"is_admin" boolean NOT NULL,
	"is_moderator" boolean NOT NULL,
	"has_star" boolean NOT NULL,
	"active_title" text,
	"is_streamer" boolean NOT NULL,
	"is_partner" boolean NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "chat_report_cases" (
	"message_id" bigint PRIMARY KEY NOT NULL,
	"reports" integer NOT NULL,
	"first_reported_at" timestamp (3) with time zone NOT NULL,
	"last_reported_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_reports" (
	"message_id" bigint NOT NULL,
	"reporter" text NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_reports_message_id_reporter_pk" PRIMARY KEY("message_id","reporter")
);
--> statement-breakpoint
CREATE TABLE "emote_group_wallets" (
	"group_id" text NOT NULL,
	"wallet" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "emote_group_wallets_group_id_wallet_pk" PRIMARY KEY("group_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "emote_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dates_of_holiday" CHECK ("emote_groups"."scope" = 'holiday' or ("emote_groups"."starts_at" is null and "emote_groups"."ends_at" is null)),
	CONSTRAINT "ends_after_start" CHECK ("emote_groups"."ends_at" > "emote_groups"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "emotes" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"shortcode" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"picture" "bytea" NOT NULL,
	"still" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "house_acts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"lamports" bigint NOT NULL,
	CONSTRAINT "house_acts_add_up" CHECK ("house_acts"."lamports" >= 0)
);
--> statement-breakpoint
CREATE TABLE "house_vault" (
	"id" integer PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"argon2" jsonb NOT NULL,
	"wrapped_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "house_wallets" (
	"address" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sealed_key" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"wallet" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"content" text NOT NULL,
	"effect" "bytea",
	"status" smallint,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_wallet_call_key_pk" PRIMARY KEY("wallet","call","key"),
	CONSTRAINT "idempotency_keys_answer_is_whole" CHECK (("idempotency_keys"."status" is null) = ("idempotency_keys"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"token" bigint NOT NULL,
	"address" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"debits" bigint DEFAULT 0 NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"has_profile" boolean DEFAULT false NOT NULL,
	CONSTRAINT "never_negative" CHECK ("ledger_accounts"."balance" >= 0 or "ledger_accounts"."account" !~ '^((user|pool|jackpot|referral|play:user|play:pool):|bonus$|outgoing$)')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"posting_id" bigint NOT NULL,
	"account" text NOT NULL,
	"lamports" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"ledger" text NOT NULL,
	"race_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_postings_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "liability_anchors" (
	"day" date PRIMARY KEY NOT NULL,
	"tree_id" bigint NOT NULL,
	"payment_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "liability_leaves" (
	"tree_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"leaves" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "liability_leaves_tree_id_number_pk" PRIMARY KEY("tree_id","number")
);
--> statement-breakpoint
CREATE TABLE "liability_request" (
	"id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "liability_trees" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"root" text NOT NULL,
	"total" bigint NOT NULL,
	"count" integer NOT NULL,
	"slot" bigint NOT NULL,
	"holdings" jsonb NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "local_chain" (
	"id" integer PRIMARY KEY NOT NULL,
	"genesis_hash" text NOT NULL,
	"secret" text NOT NULL,
	"faucet_key" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"slot_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "local_chain_accounts" (
	"address" text PRIMARY KEY NOT NULL,
	"lamports" bigint NOT NULL,
	"owner" text NOT NULL,
	"data" text NOT NULL,
	"executable" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "local_chain_signatures" (
	"address" text NOT NULL,
	"slot" bigint NOT NULL,
	"position" integer NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "local_chain_signatures_address_slot_position_pk" PRIMARY KEY("address","slot","position")
);
--> statement-breakpoint
CREATE TABLE "local_chain_transactions" (
	"signature" text PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"position" integer NOT NULL,
	"record" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "local_validator" (
	"genesis_hash" text PRIMARY KEY NOT NULL,
	"faucet_address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "age_notices" (
	"wallet" text NOT NULL,
	"version" integer NOT NULL,
	"age" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "age_notices_wallet_version_age_pk" PRIMARY KEY("wallet","version","age")
);
--> statement-breakpoint
CREATE TABLE "own_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lasts" CHECK ("own_breaks"."until" > "own_breaks"."taken_at")
);
--> statement-breakpoint
CREATE TABLE "own_limits" (
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint,
	"next_value" bigint,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "own_limits_wallet_kind_pk" PRIMARY KEY("wallet","kind")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"signature" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"wire" text NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"signed_at_slot" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"source_address" text,
	"destination" text,
	"lamports" bigint NOT NULL,
	"memo" text NOT NULL,
	"wallet" text,
	"race_id" text,
	"bet_id" text,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"signature" text,
	"network_fee" bigint,
	"error" text,
	"retries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "player_days" (
	"wallet" text NOT NULL,
	"day" date NOT NULL,
	"wagered" bigint NOT NULL,
	"won" bigint NOT NULL,
	"races" integer NOT NULL,
	"wins" integer NOT NULL,
	CONSTRAINT "player_days_wallet_day_pk" PRIMARY KEY("wallet","day")
);
--> statement-breakpoint
CREATE TABLE "player_totals" (
	"wallet" text PRIMARY KEY NOT NULL,
	"wagered" bigint NOT NULL,
	"won" bigint NOT NULL,
	"races" integer NOT NULL,
	"wins" integer NOT NULL,
	"jackpots" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bet_presets" (
	"wallet" text PRIMARY KEY NOT NULL,
	"amounts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "player_count" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"players" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restrictions" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"imposed_by" text NOT NULL,
	"imposed_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "usernames" (
	"skeleton" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"wallet" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"wallet" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"name_changeable_at" timestamp (3) with time zone,
	"referrer" text,
	"is_streamer" boolean DEFAULT false NOT NULL,
	"is_partner" boolean DEFAULT false NOT NULL,
	"streamer_privacy_enabled" boolean DEFAULT true NOT NULL,
	"hides_figures" boolean GENERATED ALWAYS AS (is_streamer and streamer_privacy_enabled) STORED NOT NULL,
	"current_win_streak" integer DEFAULT 0 NOT NULL,
	"best_win_streak" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_bundles" (
	"log" text NOT NULL,
	"index" integer NOT NULL,
	"gzip" "bytea" NOT NULL,
	"root" text NOT NULL,
	"has_rules" boolean NOT NULL,
	CONSTRAINT "log_bundles_log_index_pk" PRIMARY KEY("log","index")
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"log" text NOT NULL,
	"index" bigint NOT NULL,
	"entry" text NOT NULL,
	CONSTRAINT "log_entries_log_index_pk" PRIMARY KEY("log","index")
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"network" text NOT NULL,
	"notary" text NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"peaks" text DEFAULT '' NOT NULL,
	"newest_at" timestamp (3) with time zone NOT NULL,
	"is_lost" boolean DEFAULT false NOT NULL,
	"differs_since" timestamp (3) with time zone,
	"restored_at" timestamp (3) with time zone,
	"timeline" integer NOT NULL,
	"urgent_size" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "logs_origin_unique" UNIQUE("origin"),
	CONSTRAINT "logs_notary_unique" UNIQUE("notary")
);
--> statement-breakpoint
CREATE TABLE "notaries" (
	"address" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lamports" bigint,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notary_memos" (
	"signature" text PRIMARY KEY NOT NULL,
	"log" text NOT NULL,
	"size" bigint NOT NULL,
	"root" text NOT NULL,
	"note" text NOT NULL,
	"wire" text NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"signed_at_slot" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"slot" bigint,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "horses" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "horses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"color" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"lane" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"races_run" integer DEFAULT 0 NOT NULL,
	"races_won" integer DEFAULT 0 NOT NULL,
	"bets_taken" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "one_horse_a_lane" UNIQUE("lane"),
	CONSTRAINT "lane_of_six" CHECK ("horses"."lane" between 1 and 6),
	CONSTRAINT "archived_without_lane" CHECK ("horses"."archived_at" is null or "horses"."lane" is null)
);
--> statement-breakpoint
CREATE TABLE "race_horses" (
	"race_id" text NOT NULL,
	"number" smallint NOT NULL,
	"horse_id" integer NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	CONSTRAINT "race_horses_race_id_number_pk" PRIMARY KEY("race_id","number")
);
--> statement-breakpoint
CREATE TABLE "race_locks" (
	"race_id" text PRIMARY KEY NOT NULL,
	"root" text NOT NULL,
	"pool" bigint NOT NULL,
	"bet_ids" text[] NOT NULL,
	"payment_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "race_totals" (
	"race_id" text NOT NULL,
	"horse_number" smallint NOT NULL,
	"bets" integer NOT NULL,
	"stakes" bigint NOT NULL,
	CONSTRAINT "race_totals_race_id_horse_number_pk" PRIMARY KEY("race_id","horse_number")
);
--> statement-breakpoint
CREATE TABLE "races" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"status" text NOT NULL,
	"race_type" text NOT NULL,
	"is_special" boolean DEFAULT false NOT NULL,
	"ledger" text NOT NULL,
	"settings" jsonb NOT NULL,
	"log" text NOT NULL,
	"commit_index" bigint NOT NULL,
	"jackpot" bigint NOT NULL,
	"outcome_entropy" text NOT NULL,
	"seed_chain_id" integer NOT NULL,
	"seed_index" integer NOT NULL,
	"server_seed_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"result_payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"betting_opens_at" timestamp (3) with time zone,
	"countdown_started_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"locked_at" timestamp (3) with time zone,
	"beacon_slot" bigint,
	"beacon_block_slot" bigint,
	"beacon_blockhash" text,
	"starts_at" timestamp (3) with time zone,
	"motion_seed" text,
	"revealed_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	"refund_reason" text,
	"is_refunded_late" boolean DEFAULT false NOT NULL,
	"server_seed" text,
	"winning_number" smallint,
	"places" jsonb,
	"pool" bigint,
	"fee" bigint,
	"remainder" bigint,
	CONSTRAINT "races_number_unique" UNIQUE("number"),
	CONSTRAINT "sealed_until_over" CHECK ("races"."status" in ('completed', 'refunded')
        or ("races"."server_seed" is null and "races"."winning_number" is null and ("races"."places" is null or "races"."revealed_at" is not null)))
);
--> statement-breakpoint
CREATE TABLE "seed_chains" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "seed_chains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"tip" text NOT NULL,
	"length" integer NOT NULL,
	"consumed" integer DEFAULT 0 NOT NULL,
	"is_abandoned" boolean DEFAULT false NOT NULL,
	"sealed_root" text NOT NULL,
	"anchor_payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seed_chains_tip_unique" UNIQUE("tip")
);
--> statement-breakpoint
CREATE TABLE "special_races" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"race_type" text NOT NULL,
	"house_edge_bps" integer NOT NULL,
	"jackpot" bigint NOT NULL,
	"min_bets" integer NOT NULL,
	"countdown_ms" integer NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"race_id" text,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" text,
	CONSTRAINT "special_races_race_id_unique" UNIQUE("race_id"),
	CONSTRAINT "run_or_cancelled" CHECK ("special_races"."race_id" is null or "special_races"."cancelled_at" is null)
);
--> statement-breakpoint
CREATE TABLE "referral_totals" (
	"referrer" text NOT NULL,
	"wallet" text NOT NULL,
	"wagered" bigint NOT NULL,
	"earned" bigint NOT NULL,
	CONSTRAINT "referral_totals_referrer_wallet_pk" PRIMARY KEY("referrer","wallet")
);
--> statement-breakpoint
CREATE TABLE "house_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"lamports" bigint NOT NULL,
	CONSTRAINT "house_days_day_kind_account_pk" PRIMARY KEY("day","kind","account")
);
--> statement-breakpoint
CREATE TABLE "race_hours" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"race_type" text NOT NULL,
	"wagered" bigint NOT NULL,
	"won" bigint NOT NULL,
	"bets" integer NOT NULL,
	"races" integer NOT NULL,
	CONSTRAINT "race_hours_day_hour_race_type_pk" PRIMARY KEY("day","hour","race_type")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"approved_by" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"stepped_up_at" timestamp (3) with time zone,
	"balance_stepped_up_at" timestamp (3) with time zone,
	"step_up_hash" text,
	"last_used_at" timestamp (3) with time zone,
	"network" text,
	"browser" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"input" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"purpose" text
);
--> statement-breakpoint
CREATE TABLE "deeds_due" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"race_id" text,
	"wallet" text
);
--> statement-breakpoint
CREATE TABLE "player_titles" (
	"wallet" text NOT NULL,
	"title_id" text NOT NULL,
	"unlocked_at" timestamp (3) with time zone NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	CONSTRAINT "player_titles_wallet_title_id_pk" PRIMARY KEY("wallet","title_id")
);
--> statement-breakpoint
CREATE TABLE "titles" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"holders" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "titles_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "announcement_views" ADD CONSTRAINT "announcement_views_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_anchors" ADD CONSTRAINT "audit_anchors_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bet_repeats" ADD CONSTRAINT "bet_repeats_terms_race_id_races_id_fk" FOREIGN KEY ("terms_race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bets" ADD CONSTRAINT "bets_repeat_id_bet_repeats_id_fk" FOREIGN KEY ("repeat_id") REFERENCES "public"."bet_repeats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emote_group_wallets" ADD CONSTRAINT "emote_group_wallets_group_id_emote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."emote_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emotes" ADD CONSTRAINT "emotes_group_id_emote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."emote_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_days" ADD CONSTRAINT "export_days_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_ended_payouts" ADD CONSTRAINT "export_ended_payouts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_posting_id_ledger_postings_id_fk" FOREIGN KEY ("posting_id") REFERENCES "public"."ledger_postings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_anchors" ADD CONSTRAINT "liability_anchors_tree_id_liability_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."liability_trees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_anchors" ADD CONSTRAINT "liability_anchors_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_leaves" ADD CONSTRAINT "liability_leaves_tree_id_liability_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."liability_trees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_bundles" ADD CONSTRAINT "log_bundles_log_logs_id_fk" FOREIGN KEY ("log") REFERENCES "public"."logs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_log_logs_id_fk" FOREIGN KEY ("log") REFERENCES "public"."logs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_notary_notaries_address_fk" FOREIGN KEY ("notary") REFERENCES "public"."notaries"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notary_memos" ADD CONSTRAINT "notary_memos_log_logs_id_fk" FOREIGN KEY ("log") REFERENCES "public"."logs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_horses" ADD CONSTRAINT "race_horses_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_locks" ADD CONSTRAINT "race_locks_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_totals" ADD CONSTRAINT "race_totals_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deeds_due" ADD CONSTRAINT "deeds_due_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_titles" ADD CONSTRAINT "player_titles_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_by_end" ON "announcements" USING btree ("active","ends_at");--> statement-breakpoint
CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("asked_at","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("decided_at","id") WHERE status <> 'waiting';--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action" collate "C","id");--> statement-breakpoint
CREATE INDEX "balance_adjustments_by_time" ON "balance_adjustments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "balance_adjustments_by_admin" ON "balance_adjustments" USING btree ("admin_wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "one_running_repeat" ON "bet_repeats" USING btree ("wallet") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "bet_repeats_by_wallet" ON "bet_repeats" USING btree ("wallet","started_at");--> statement-breakpoint
CREATE INDEX "bet_repeats_by_end" ON "bet_repeats" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_bet" ON "bets" USING btree ("race_id","wallet") WHERE status = 'confirmed' and (result is null or result <> 'refunded');--> statement-breakpoint
CREATE UNIQUE INDEX "bet_of_repeat" ON "bets" USING btree ("repeat_id","race_id") WHERE repeat_id is not null;--> statement-breakpoint
CREATE INDEX "bets_by_race" ON "bets" USING btree ("race_id","status");--> statement-breakpoint
CREATE INDEX "bets_by_confirmation" ON "bets" USING btree ("race_id","confirmed_at","id") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "bets_by_wallet" ON "bets" USING btree ("wallet","prepared_at");--> statement-breakpoint
CREATE INDEX "bets_by_wallet_confirmation" ON "bets" USING btree ("wallet","confirmed_at") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "bets_prepared" ON "bets" USING btree ("last_valid_block_height") WHERE status = 'prepared';--> statement-breakpoint
CREATE INDEX "bets_expired" ON "bets" USING btree ("prepared_at") WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "deposits_by_slot" ON "deposits" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "deposits_by_time" ON "deposits" USING btree ("seen_at","signature");--> statement-breakpoint
CREATE INDEX "deposits_by_payer" ON "deposits" USING btree ("payer","seen_at","signature");--> statement-breakpoint
CREATE INDEX "prepared_deposits_by_wallet" ON "prepared_deposits" USING btree ("wallet","prepared_at");--> statement-breakpoint
CREATE INDEX "sent_payments_dropped" ON "sent_payments" USING btree ("wallet") WHERE dropped_at is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_by_room" ON "chat_messages" USING btree ("room","id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_wallet" ON "chat_messages" USING btree ("wallet","id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_time" ON "chat_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "chat_messages_by_name" ON "chat_messages" USING btree (lower("username") collate "C");--> statement-breakpoint
CREATE INDEX "chat_report_cases_by_status" ON "chat_report_cases" USING btree ("status","first_reported_at","message_id");--> statement-breakpoint
CREATE INDEX "chat_report_cases_resolved" ON "chat_report_cases" USING btree ("resolved_at","message_id") WHERE status <> 'open';--> statement-breakpoint
CREATE INDEX "chat_reports_by_reporter" ON "chat_reports" USING btree ("reporter","reported_at");--> statement-breakpoint
CREATE INDEX "emote_group_wallets_by_wallet" ON "emote_group_wallets" USING btree ("wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "emote_groups_by_name" ON "emote_groups" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "emotes_by_shortcode" ON "emotes" USING btree (lower("shortcode"));--> statement-breakpoint
CREATE INDEX "emotes_by_group" ON "emotes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "export_records_by_day" ON "export_records" USING btree ("day","seq");--> statement-breakpoint
CREATE INDEX "house_acts_by_admin" ON "house_acts" USING btree ("wallet","at");--> statement-breakpoint
CREATE INDEX "house_acts_by_kind" ON "house_acts" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_accounts_in_use" ON "ledger_accounts" USING btree ("account") WHERE balance <> 0;--> statement-breakpoint
CREATE INDEX "ledger_accounts_of_players" ON "ledger_accounts" USING btree ("balance",substr("account", 6) collate "C") WHERE account like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_accounts_unprofiled" ON "ledger_accounts" USING btree ("account") WHERE not has_profile and balance <> 0 and account like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_accounts_unprofiled_by_balance" ON "ledger_accounts" USING btree ("balance","account") WHERE not has_profile and balance <> 0 and account like 'user:%';--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("account","lamports");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_posting" ON "ledger_entries" USING btree ("posting_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_time" ON "ledger_postings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_postings_bonuses" ON "ledger_postings" USING btree ("race_id") WHERE kind = 'superfecta bonus';--> statement-breakpoint
CREATE INDEX "liability_anchors_by_tree" ON "liability_anchors" USING btree ("tree_id");--> statement-breakpoint
CREATE INDEX "local_chain_transactions_by_slot" ON "local_chain_transactions" USING btree ("slot","position");--> statement-breakpoint
CREATE INDEX "own_breaks_by_wallet" ON "own_breaks" USING btree ("wallet","until");--> statement-breakpoint
CREATE INDEX "payment_attempts_by_payment" ON "payment_attempts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_by_signature" ON "payment_attempts" USING btree ("signature" collate "C");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at") WHERE status in ('pending', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "payments_by_end" ON "payments" USING btree ("processed_at");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_wallet" ON "payments" USING btree ("wallet","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_destination" ON "payments" USING btree ("destination","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("created_at","id") WHERE status in ('failed', 'cancelled');--> statement-breakpoint
CREATE INDEX "payments_by_kind" ON "payments" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "payments" USING btree ("lamports","id") WHERE kind <> 'anchor';--> statement-breakpoint
CREATE INDEX "payments_by_signature" ON "payments" USING btree ("signature" collate "C");--> statement-breakpoint
CREATE INDEX "payments_by_race" ON "payments" USING btree ("race_id");--> statement-breakpoint
CREATE INDEX "payments_claims" ON "payments" USING btree ("wallet") WHERE kind = 'referral';--> statement-breakpoint
CREATE INDEX "player_days_by_day" ON "player_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "player_totals_by_wagered" ON "player_totals" USING btree ("wagered","wallet" collate "C");--> statement-breakpoint
CREATE INDEX "player_totals_by_won" ON "player_totals" USING btree ("won","wallet" collate "C");--> statement-breakpoint
CREATE INDEX "notifications_by_wallet" ON "notifications" USING btree ("wallet","created_at");--> statement-breakpoint
CREATE INDEX "notifications_by_time" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "restrictions_by_wallet" ON "restrictions" USING btree ("wallet","until");--> statement-breakpoint
CREATE INDEX "bans_by_end" ON "restrictions" USING btree ("until") WHERE kind = 'ban' and lifted_at is null;--> statement-breakpoint
CREATE INDEX "usernames_by_wallet" ON "usernames" USING btree ("wallet","released_at");--> statement-breakpoint
CREATE INDEX "users_by_referrer" ON "users" USING btree ("referrer","created_at","wallet");--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","wallet");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("username") collate "C","wallet" collate "C");--> statement-breakpoint
CREATE INDEX "users_by_address" ON "users" USING btree ("wallet" collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_log" ON "logs" USING btree ("is_open") WHERE "logs"."is_open";--> statement-breakpoint
CREATE UNIQUE INDEX "one_memo_under_way" ON "notary_memos" USING btree ("log") WHERE "notary_memos"."outcome" is null;--> statement-breakpoint
CREATE INDEX "notary_memos_by_size" ON "notary_memos" USING btree ("log","outcome","size");--> statement-breakpoint
CREATE INDEX "notary_memos_by_time" ON "notary_memos" USING btree ("log","created_at");--> statement-breakpoint
CREATE INDEX "notary_memos_by_end" ON "notary_memos" USING btree ("log","ended_at");--> statement-breakpoint
CREATE INDEX "race_horses_by_horse" ON "race_horses" USING btree ("horse_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_race" ON "races" USING btree ((true)) WHERE status in ('pending', 'countdown', 'active');--> statement-breakpoint
CREATE UNIQUE INDEX "one_race_a_seed" ON "races" USING btree ("seed_chain_id","seed_index");--> statement-breakpoint
CREATE INDEX "races_unsettled" ON "races" USING btree ("number") WHERE status in ('completed', 'refunded') and settled_at is null;--> statement-breakpoint
CREATE INDEX "special_races_waiting" ON "special_races" USING btree ("position","id") WHERE race_id is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX "special_races_past" ON "special_races" USING btree ("requested_at","id") WHERE race_id is not null or cancelled_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_wallet" ON "sessions" USING btree ("wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "one_active_title" ON "player_titles" USING btree ("wallet") WHERE is_active;--> statement-breakpoint
CREATE INDEX "player_titles_by_title" ON "player_titles" USING btree ("title_id","unlocked_at","wallet");--> statement-breakpoint
-- Random hex hardly shrinks, and compressing it would hold the embedded database up.
alter table export_parts alter column text set storage external;--> statement-breakpoint
alter table export_day_parts alter column content set storage external;--> statement-breakpoint
insert into player_count (players) values (0);
