CREATE TABLE "referral_totals" (
	"referrer" text NOT NULL,
	"wallet" text NOT NULL,
	"wagered" bigint NOT NULL,
	"earned" bigint NOT NULL,
	CONSTRAINT "referral_totals_referrer_wallet_pk" PRIMARY KEY("referrer","wallet")
);
--> statement-breakpoint
CREATE INDEX "payments_claims" ON "payments" USING btree ("wallet") WHERE kind = 'referral';--> statement-breakpoint
CREATE INDEX "users_by_referrer" ON "users" USING btree ("referrer","created_at","wallet");--> statement-breakpoint
-- What referred players brought before there were totals, by the rate that each race had (rule REFERRAL-3).
insert into referral_totals (referrer, wallet, wagered, earned)
select users.referrer, bets.wallet, sum(bets.stake)::bigint,
  sum(coalesce(bets.fee, 0) * coalesce((races.settings ->> 'referralRateBps')::bigint, 0) / 10000)::bigint
from bets
  join users on users.wallet = bets.wallet
  join races on races.id = bets.race_id
where users.referrer is not null and users.referrer <> users.wallet
  and bets.ledger = 'real' and bets.status = 'confirmed' and bets.result in ('win', 'loss')
  and races.status = 'completed' and races.settled_at is not null
group by users.referrer, bets.wallet;
