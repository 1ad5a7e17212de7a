import { code, type Mutant, mutant, sql, text } from "./mutant.ts";
import { approvalMutants } from "./mutants-of-approvals.ts";
import { liabilityMutants } from "./mutants-of-liabilities.ts";
import { notaryMutants } from "./mutants-of-notary.ts";
import { playerMutants } from "./mutants-of-players.ts";
import { refundMutants } from "./mutants-of-refunds.ts";
import { ruleMutants } from "./mutants-of-rules.ts";
import { requestMutants } from "./mutants-of-requests.ts";
import { walletMutants } from "./mutants-of-wallets.ts";

/** Every mistake that is planted. */
export const mutants: readonly Mutant[] = [
  mutant(
    "signs a payment anew on a time-out without looking",
    code("server/features/payouts", "classifyPayment", "lastValidBlockHeight >= height", "false"),
  ),
  mutant(
    "believes a payment expired before a final block has its height",
    code(
      "server/features/payouts",
      "classifyPayment",
      "lastValidBlockHeight >= height",
      "lastValidBlockHeight >= height + 12n",
    ),
  ),
  mutant(
    "believes a node that has not come to the slot asked about",
    code(
      "server/features/payouts",
      "classifyPayments",
      "readStatuses(chain, signatures, slot)",
      "readStatuses(chain, signatures, 0n)",
    ),
    code(
      "server/features/payouts",
      "classifyPayments",
      "searchAttempts(chain, missing, slot)",
      "searchAttempts(chain, missing, 0n)",
    ),
  ),
  mutant(
    "searches the history of a node that has not come to the slot asked about",
    code(
      "server/features/payouts",
      "classifyPayments",
      "searchAttempts(chain, missing, slot)",
      "searchAttempts(chain, missing, 0n)",
    ),
  ),
  mutant(
    "reads what landed before the height",
    code(
      "server/features/payouts",
      "classifyPayments",
      "const { slot, blockHeight: height } = await chain.tip();",
      "const early = await readStatuses(chain, open.flatMap(({ attempts }) => attempts.map((one) => one.signature)), 0n);\n  $&",
    ),
    code(
      "server/features/payouts",
      "classifyPayments",
      "const statuses = await readStatuses(chain, signatures, slot);",
      "const statuses = early;\n  if (signatures.length < 0) return [];",
    ),
  ),
  mutant(
    "signs a payment anew that a node has forgotten",
    code(
      "server/features/payouts",
      "classifyPayments",
      'landings.get(signature) === "absent"',
      'landings.get(signature) !== "landed"',
    ),
  ),
  mutant(
    "believes the history of one node by the first block of another",
    code("server/foundation/chain", "findIn", 'history.some($1) ? "absent" : "unknown"', '"absent"'),
  ),
  mutant(
    "sends a payment before it is stored",
    code(
      "server/features/payouts",
      "sendTogether",
      "const stored = await storeAttempts(...$1);",
      "for (const { attempt } of signed) await sendBytes(ports, attempt, sent);\n  $&",
    ),
  ),
  mutant(
    "splits the pool with floating point",
    code(
      "domain",
      "allocate",
      "(total * weight) / weightTotal",
      "BigInt(Math.floor((Number(total) / Number(weightTotal)) * Number(weight)))",
    ),
  ),
  mutant(
    "keeps the remainder for the house",
    code("domain", "splitFee", "toBonus: $1", "toBonus: bonusShare"),
    code(
      "domain",
      "splitFee",
      "feeAfterCommissions - bonusShare",
      "feeAfterCommissions - bonusShare + settlement.remainder",
    ),
  ),
  mutant(
    "pays commission on the whole race's fee for each bet",
    code("domain", "splitFee", "commission(fee, $1)", "commission(settlement.fee, $1)"),
  ),
  mutant(
    "pays commission on refunds",
    code(
      "domain",
      "raceRefunded",
      '["equity", jackpot]',
      '["equity", PLANTED_LAMPORTS(jackpot - 1_000n)], [`referral:${bets[0]?.wallet ?? ""}`, 1_000n]',
      'import { lamports as PLANTED_LAMPORTS } from "./lamports.ts";',
    ),
  ),
  mutant(
    "keeps the fee of refunds",
    code("domain", "refundAll", "refund: bet.stake", "refund: lamports(bet.stake - bet.stake / 20n)"),
    code(
      "domain",
      "raceRefunded",
      '["equity", jackpot]',
      '["equity", sum([jackpot, pool, ...bets.map(({ refund }) => (0n - refund) as Lamports)])]',
    ),
  ),
  mutant(
    "recovers races that are still running",
    code(
      "domain",
      "resumeRace",
      "return passTime(...$1);",
      'if (race.phase === "locked" || race.phase === "running") return refundRace(race, "recovered", nowMs);\n  $&',
    ),
  ),
  mutant(
    "settles by the settings of today",
    code(
      "server/features/races/settle",
      "settleRace",
      "const settings = settingsOf(race);",
      "const settings = { ...settingsOf(race), houseEdgeBps: (await readSettingsOfToday(tx)).houseEdgeBps };",
      'import { readSettings as readSettingsOfToday } from "../../settings/stored-settings.ts";',
    ),
  ),
  mutant(
    "uses a seed again",
    code(
      "server/features/races/seeds",
      "seedVault.takeSeed",
      "$1.seedAt(index)",
      "$1.seedAt(Math.max(1, index - 1))",
    ),
  ),
  mutant(
    "admits bets after the close",
    sql(
      "process_deposits",
      "when not race.is_open then 'BETTING_CLOSED'",
      "when race.id is null then 'BETTING_CLOSED'",
    ),
  ),
  mutant(
    "chooses the slot of the beacon by itself",
    code(
      "domain",
      "beaconSlotAfter",
      "landedIn + SLOTS_AFTER_LOCK",
      "landedIn + SLOTS_AFTER_LOCK + (landedIn % 3n)",
    ),
  ),
  mutant(
    "announces the slot of the beacon without a lock memo",
    code("server/features/races/engine", "readBeacon", "locksBets(settings)", "false"),
    code("domain", "announceBeacon", "locksBets(race.settings)", "false"),
  ),
  mutant(
    "takes a bet from the balance after the lock",
    text(
      "server/features/bets",
      "storeBet",
      "takes_bets(races, ${at.toISOString()}::timestamptz)",
      "status in ('pending', 'countdown', 'active')",
    ),
    code(
      "domain",
      "isBettingOpen",
      'status === "pending" || $1',
      'status !== "completed" && status !== "refunded"',
    ),
  ),
  mutant(
    "moves a bet to the winner after the lock",
    sql(
      "check_bet_update",
      "(new.id, new.race_id, new.wallet, new.horse_number,",
      "(new.id, new.race_id, new.wallet, old.horse_number,",
    ),
    code(
      "server/features/races/engine",
      "revealResult",
      "const memo = $1;",
      "await tx.execute(PLANTED_SQL`update bets set horse_number = ${winner} where id = (select id from bets where race_id = ${row.id} and status = 'confirmed' and result is null limit 1)`);\n  $&",
      'import { sql as PLANTED_SQL } from "drizzle-orm";',
    ),
  ),
  mutant(
    "leaves a bet out of the root",
    code(
      "server/features/races/engine",
      "lockBets",
      "growMerkleTree(leaves, $1)",
      "growMerkleTree(leaves.slice(1), $1)",
    ),
  ),
  mutant(
    "has any hot wallet send the lock memo",
    code(
      "server/features/races/engine",
      "lockBets",
      "sourceAddress: (await readCommit(...$1)).lock_wallet",
      "sourceAddress: null",
    ),
  ),
  mutant(
    "takes another bet's payment for a confirmation",
    code("server/features/bets", "confirmBet", "payment.betMemo !== bet.memo", "false"),
    code(
      "server/features/bets",
      "confirmBet",
      'outcome === "bet" && became === bet.id',
      'outcome === "bet" || became === bet.id',
    ),
  ),
  mutant(
    "takes a bet of another amount",
    code(
      "server/features/bets",
      "creditReason",
      'return bet.stake === total ? null : "WRONG_AMOUNT";',
      "return null;",
    ),
  ),
  mutant(
    "commits to a checkpoint that is not the race's",
    text("server/foundation/public-log", "anchorRootOf", " and size > ${index}", ""),
  ),
  mutant(
    "stores another memo of a bet than the one that is signed",
    code(
      "server/features/bets",
      "insertPreparedBets",
      "memo: row.memo",
      'memo: row.memo?.replace(/.{44}$/, `${"A".repeat(43)}=`)',
    ),
  ),
  mutant(
    "commits to another horse than the player's",
    code(
      "domain",
      "betCommitment",
      "sha256Hex($1)",
      "sha256Hex(`bet:${raceId}:${(horseNumber % 6) + 1}:${stake}:${salt}`)",
    ),
  ),
  mutant(
    "gives the salt of a hidden streamer's bet in the verification",
    code("server/features/races/read", "readBooks", "hidesFigures ? null : bet.salt", "bet.salt"),
  ),
  mutant(
    "credits all that several paid to who paid the fee",
    code("server/features/bets", "bySource", "add(source, amount)", "add(feePayer, amount)"),
  ),
  mutant(
    "takes a player's money for the house's when the house pays along",
    code("server/features/bets", "itemOf", "ofPlayers.length === 0", "ofPlayers.length < sources.length"),
  ),
  mutant(
    "tells only the first of those who paid together",
    code("server/features/bets", "itemOf", "ofPlayers.map($1)", "ofPlayers.slice(0, 1).map($1)"),
  ),
  mutant(
    "lets a player pay for another's bet",
    code("server/features/bets", "creditReason", 'if ($1) return "FOREIGN_BET";', ""),
  ),
  mutant(
    "moves the cursor past payments that it could not read",
    code("server/features/bets", "depositReader.advance", "oldest ? oldest.after : coveredTo", "coveredTo"),
  ),
  mutant(
    "takes what landed after the slot asked about for listed",
    code("server/features/bets", "beginListing", "slot <= asOf", "slot >= 0n"),
    code("server/features/bets", "continueListing", "slot <= asOf", "slot >= 0n"),
  ),
  mutant(
    "forgets what a flood leaves beyond the memory",
    code("server/features/bets", "refill", "history.catchUp = $1;", "history.coveredTo = listed.signature;"),
  ),
  mutant(
    "takes a listing that is not at its end for the whole",
    code("server/features/bets", "beginListing", 'end !== "more"', "true"),
  ),
  mutant(
    "takes what a flood added for read when a round does not list all of it",
    code("server/features/bets", "continueListing", 'end === "more"', "false"),
  ),
  mutant(
    "remembers as read what it could not read",
    code(
      "server/features/bets",
      "depositReader.readInTime",
      "await processSignature($1, $2)",
      "($&) || true",
    ),
  ),
  mutant(
    "settles without paying out",
    code("server/features/races/settle", "pay", "await payOut(...$1);", ";"),
  ),
  mutant(
    "pays out without a debit",
    code("server/foundation/books", "queuePayments", "await postAll(tx, created);", ""),
  ),
  mutant(
    "pays out to another wallet",
    code(
      "server/features/races/settle",
      "payOut",
      "destination: wallet",
      'destination: "SysvarC1ock11111111111111111111111111111111"',
    ),
  ),
  mutant(
    "forgets the network's fee",
    code("domain", "paymentCompleted", '["equity", 0n - networkFee]', '["equity", 0n]'),
    code("domain", "paymentCompleted", "lamports + networkFee", "lamports"),
  ),
  mutant(
    "looks at the balance before it locks it",
    code(
      "server/features/payouts",
      "withdraw",
      "const createdAt = $1;",
      "$&\n  const balance = await balanceOf(db, `user:${wallet}`);",
      'import { balanceOf } from "../books/ledger.ts";',
    ),
    code("server/features/payouts", "withdraw", "(await lockBalance(...$1)) < amount", "balance < amount"),
  ),
  mutant(
    "takes a stake from the chain that comes from the balance",
    code("domain", "betFromBalance", "userAccount(wallet)", '"chain:deposit:d"'),
  ),
  mutant(
    "refunds a stake to the house instead of its player's balance",
    code(
      "domain",
      "raceRefunded",
      "[userAccount(wallet, ledger), refund] as const",
      '["equity", refund] as const',
    ),
  ),
  mutant(
    "repeats a bet beyond its stop at loss",
    code("domain", "nextRepeatStep", "stake + open - net <= stopAtLoss", "true"),
  ),
  mutant(
    "takes an open bet of a repeat for won when it looks at the loss",
    code("domain", "nextRepeatStep", "stake + open - net <= stopAtLoss", "stake - net <= stopAtLoss"),
  ),
  mutant(
    "repeats a bet in one race more than was ordered",
    code("domain", "nextRepeatStep", "racesBet >= races", "racesBet > races"),
  ),
  mutant(
    "repeats a bet beside one by hand",
    code("server/features/bets", "decideBet", "if (await hasOwnBet(...$1)) return wait;", ""),
  ),
  mutant(
    "repeats a bet on the horse with the least on it",
    code("domain", "favouriteOf", "a.stakes > b.stakes", "a.stakes < b.stakes"),
  ),
  mutant(
    "ends a repeat without telling its player",
    code("server/features/bets/repeats", "endRepeat", "kind === null", "true"),
  ),
  mutant(
    "takes a payment that is past its player's limit for a bet",
    sql("process_deposits", "when passes_own_limits(item.payer, item.lamports, at)", "when false"),
  ),
  mutant("raises a limit at once", code("domain", "changeLimit", "!isRaised", "true")),
  mutant(
    "makes another claim while one is on its way",
    code("server/features/referrals", "queueClaim", "if (open !== null) return ok($1);", ""),
  ),
  mutant(
    "pays a claim below the minimum",
    code("server/features/referrals", "queueClaim", "!canClaim(amount, minReferralClaim)", "false"),
  ),
  mutant(
    "takes a claim from the player's balance",
    code("domain", "paymentOwner", "referralAccount(wallet)", "userAccount(wallet)"),
  ),
  mutant(
    "forgets what a referred player brought before",
    text(
      "server/features/races/settle",
      "countReferrals",
      "earned = totals.earned + excluded.earned",
      "earned = excluded.earned",
    ),
  ),
  mutant(
    "gives the signature of a hidden streamer's bet in the verification",
    code("server/features/races/read", "readBooks", "hidesFigures ? null : bet.signature", "bet.signature"),
  ),
  mutant(
    "gives the stakes of a hidden streamer among the bets of a race",
    code(
      "server/features/races/read",
      "publicBets",
      "isHidden || hidesFigures ? null : stake",
      "isHidden ? null : stake",
    ),
  ),
  mutant(
    "gives the payouts of a hidden streamer among the bets of a race",
    code("server/features/races/read", "publicBets", "hidesFigures ? null : payout", "payout"),
  ),
  mutant(
    "gives a referrer the commission that a hidden streamer brought",
    code(
      "server/features/referrals",
      "listReferrals",
      "hidesFigures && !seesHidden ? null : (earned ?? ZERO)",
      "earned ?? ZERO",
    ),
  ),
  mutant(
    "does not give the jackpot back",
    code("domain", "raceRefunded", '["equity", jackpot]', '["bonus", jackpot]'),
  ),
  mutant(
    "promises a jackpot that equity does not cover",
    code(
      "server/features/races/engine",
      "fundJackpot",
      '(await lockBalance(tx, "equity")) < jackpot',
      "$& && false",
    ),
  ),
  mutant(
    "keeps the jackpot of a cancelled special race",
    code("server/features/races/special", "cancelSpecialRace", "if (jackpot > 0n) await post(...$1);", ""),
  ),
  mutant(
    "cancels a special race a second time",
    code(
      "server/features/races/special",
      "cancelSpecialRace",
      "if (special.cancelledAt !== null) return refuse($1);",
      "",
    ),
  ),
  mutant(
    "opens a special race that was cancelled",
    code("server/features/races/special", "readQueue", "isNull(specialRaces.cancelledAt)", "undefined"),
  ),
  mutant(
    "takes the jackpot of a special race from equity again when it opens",
    code("server/features/races/engine", "openNextRace", "special === null", "true"),
  ),
  mutant(
    "lets one admin give away more than the limit",
    code("server/features/approvals", "performOrAsk", "cause !== null", "false"),
  ),
  mutant(
    "does what was approved once for each who approves",
    code("server/features/approvals", "approveRequest", "await store(...$1)", "waiting.value"),
  ),
  mutant(
    "resets streaks when a race is refunded",
    code(
      "server/features/races/settle",
      "refund",
      "await postAll(...$1);",
      "$&\n  for (const { wallet } of settlement.bets) await tx.execute(sql`update users set current_win_streak = 0 where wallet = ${wallet}`);",
    ),
  ),
  mutant(
    "leaves streaks alone when nobody had backed the winner",
    code(
      "server/features/races/settle",
      "settleRace",
      'winner === null || race.ledger === "play"',
      '$& || settlement.kind === "refunded"',
    ),
  ),
  mutant(
    "lets a sixth of the fee count for the streak",
    code("domain", "WINS_TO_SUPERFECTA", "259n", "1554n"),
  ),
  mutant(
    "lets the bonus fund be overdrawn",
    code("domain", "awardBonuses.covered", "fund < bonus ? 0 : $1", "wallets.length"),
  ),
  mutant(
    "goes on counting a streak beyond four",
    code(
      "domain",
      "advanceStreak",
      "(current >= SUPERFECTA_STREAK ? 0 : current) + 1",
      "Math.min(SUPERFECTA_STREAK, current + 1)",
    ),
  ),
  mutant(
    "drives races without proving the lease",
    code("server/features/races/engine", "advance", "await holdLease(...$1);", ""),
    code("server/features/races/engine", "openNextRace", "await holdLease(...$1);", ""),
  ),
  mutant(
    "opens betting before the commitment is on the chain",
    text("server/features/races/engine", "readFacts", "and outcome = 'landed'", ""),
  ),
  mutant(
    "opens betting by an anchor from before the commitment",
    text("server/features/races/engine", "readFacts", " and size > ${row.commitIndex}", ""),
  ),
  mutant(
    "decides by a nonce that was known before",
    code("server/features/races/engine", "nonceOf", "storedRace(race).beaconBlockhash", "null"),
  ),
  mutant(
    "announces a beacon that is known already",
    code("server/features/races/engine", "BEACON_LEAD_SLOTS", "4n", "0n"),
  ),
  mutant(
    "keeps what was returned of a cancelled payment",
    code(
      "server/foundation/books",
      "cancelPayment",
      "if (to !== null) await post(...$1);",
      'if (cancelled && status === "failed") await post(...$1);',
    ),
  ),
  ...playerMutants,
  ...refundMutants,
  ...ruleMutants,
  ...walletMutants,
  ...liabilityMutants,
  ...notaryMutants,
  ...requestMutants,
  ...approvalMutants,
];
