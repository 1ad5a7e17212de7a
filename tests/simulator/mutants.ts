import { code, type Mutant, mutant, sql, text } from "./mutant.ts";
import { liabilityMutants } from "./mutants-of-liabilities.ts";
import { playerMutants } from "./mutants-of-players.ts";
import { refundMutants } from "./mutants-of-refunds.ts";
import { ruleMutants } from "./mutants-of-rules.ts";
import { walletMutants } from "./mutants-of-wallets.ts";

/** Every mistake that is planted. */
export const mutants: readonly Mutant[] = [
  mutant(
    "signs a payment anew on a time-out without looking",
    code("server/payouts", "classifyPayment", "lastValidBlockHeight >= height", "false"),
  ),
  mutant(
    "believes a payment expired on a height that is not final",
    code("server/payouts", "classifyPayments", 'chain.tip("finalized")', 'chain.tip("processed")'),
  ),
  mutant(
    "believes a node that has not come to the slot asked about",
    code(
      "server/payouts",
      "classifyPayments",
      "readStatuses(chain, signatures, slot)",
      "readStatuses(chain, signatures, 0n)",
    ),
    code(
      "server/payouts",
      "classifyPayments",
      "searchAttempts(chain, missing, slot)",
      "searchAttempts(chain, missing, 0n)",
    ),
  ),
  mutant(
    "signs a payment anew that a node has forgotten",
    code(
      "server/payouts",
      "classifyPayments",
      'landings.get(signature) === "absent"',
      'landings.get(signature) !== "landed"',
    ),
  ),
  mutant(
    "believes the history of one node by the first block of another",
    code("server/chain", "findIn", 'history.some($1) ? "absent" : "unknown"', '"absent"'),
  ),
  mutant(
    "sends a payment before it is stored",
    code(
      "server/payouts",
      "sendTogether",
      "const stored = await storeAttempts(...$1);",
      "for (const { attempt } of signed) await sendBytes(ports, attempt, sent);\n  $&",
    ),
  ),
  mutant(
    "calls a payment paid that is only confirmed",
    code(
      "server/payouts",
      "classifyPayment.final",
      'status.commitment === "finalized"',
      'status.commitment !== "processed"',
    ),
    code(
      "server/payouts",
      "readFees",
      'chain.transaction($1, "finalized")',
      'chain.transaction($1, "confirmed")',
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
    code("domain", "splitFee", "kept - bonusShare", "kept - bonusShare + settlement.remainder"),
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
      "server/races/settle",
      "settleRace",
      "const settings = settingsOf(race);",
      "const settings = { ...settingsOf(race), houseEdgeBps: (await readSettingsOfToday(tx)).houseEdgeBps };",
      'import { readSettings as readSettingsOfToday } from "../../settings/stored-settings.ts";',
    ),
  ),
  mutant(
    "uses a seed again",
    code("server/races/seeds", "seedVault.takeSeed", "$1.seedAt(index)", "$1.seedAt(Math.max(1, index - 1))"),
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
    code("server/races/engine", "readBeacon", "locksBets(settings)", "false"),
    code("domain", "announceBeacon", "locksBets(race.settings)", "false"),
  ),
  mutant(
    "takes a bet from the balance after the lock",
    text(
      "server/bets",
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
      "server/races/engine",
      "revealResult",
      "const memo = $1;",
      "await tx.execute(PLANTED_SQL`update bets set horse_number = ${winner} where id = (select id from bets where race_id = ${row.id} and status = 'confirmed' and result is null limit 1)`);\n  $&",
      'import { sql as PLANTED_SQL } from "drizzle-orm";',
    ),
  ),
  mutant(
    "leaves a bet out of the root",
    code(
      "server/races/engine",
      "lockBets",
      "growMerkleTree(leaves, $1)",
      "growMerkleTree(leaves.slice(1), $1)",
    ),
  ),
  mutant(
    "has any hot wallet send the lock memo",
    code(
      "server/races/engine",
      "lockBets",
      "sourceAddress: await findCommitter(...$1)",
      "sourceAddress: null",
    ),
  ),
  mutant(
    "takes another bet's payment for a confirmation",
    code("server/bets", "confirmBet", "payment?.betId !== bet.id", "!payment"),
    code(
      "server/bets",
      "confirmBet",
      'outcome === "bet" && became === bet.id',
      'outcome === "bet" || became === bet.id',
    ),
  ),
  mutant(
    "takes a bet of another amount",
    code("server/bets", "creditReason", 'if (bet.stake !== total) return "WRONG_AMOUNT";', ""),
  ),
  mutant(
    "takes a payment for a bet whose memo commits to something else",
    code(
      "server/bets",
      "creditReason",
      'return betMemo(betId, commitment) === memoOfBet(bet) ? null : "WRONG_COMMITMENT";',
      "return null;",
    ),
    code(
      "server/bets",
      "paysFor",
      "betMemo(named.betId, named.commitment) === memoOfBet(bet)",
      "named.betId === bet.id",
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
    code("server/races/read", "readBooks", "hidesFigures ? null : bet.salt", "bet.salt"),
  ),
  mutant(
    "credits all that several paid to who paid the fee",
    code("server/bets", "bySource", "add(source, amount)", "add(feePayer, amount)"),
  ),
  mutant(
    "takes a player's money for the house's when the house pays along",
    code("server/bets", "itemOf", "ofPlayers.length === 0", "ofPlayers.length < sources.length"),
  ),
  mutant(
    "tells only the first of those who paid together",
    code("server/bets", "itemOf", "ofPlayers.map($1)", "ofPlayers.slice(0, 1).map($1)"),
  ),
  mutant(
    "lets a player pay for another's bet",
    code("server/bets", "creditReason", 'if ($1) return "FOREIGN_BET";', ""),
  ),
  mutant(
    "takes a payment back while it may still land",
    code("server/bets", "classifyDeposit", "finalized > slot + $1", "finalized > slot"),
  ),
  mutant(
    "does not book that a bet's payment was dropped",
    code("server/bets", "voidBet", "await post(tx, betVoided($1));", ""),
  ),
  mutant(
    "moves the cursor past payments that it could not read",
    code("server/bets", "watchAddress", "done.findLast(({ slot }) => slot <= finalized)", "history.at(-1)"),
  ),
  mutant(
    "settles before its bets are final",
    code(
      "server/races/settle",
      "settleRace",
      "stakes.some(({ isFinal }) => !isFinal)",
      "stakes.some(({ wallet }) => wallet === null)",
    ),
    text(
      "server/races/settle",
      "allBetsFinal",
      "and bets.finalized_at is null",
      "and bets.confirmed_at is null",
    ),
  ),
  mutant("settles without paying out", code("server/races/settle", "pay", "await payOut(...$1);", ";")),
  mutant(
    "pays out without a debit",
    code("server/books", "queuePayments", "await postAll(tx, created);", ""),
  ),
  mutant(
    "pays out to another wallet",
    code(
      "server/races/settle",
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
      "server/payouts",
      "withdraw",
      "const createdAt = $1;",
      "$&\n  const { available } = await readAvailable(db, wallet);",
      'import { readAvailable } from "../books/available-balance.ts";',
    ),
    code("server/payouts", "withdraw", "const { available } = await lockAvailable(...$1);", ""),
  ),
  mutant(
    "stakes a credit that is not final",
    code(
      "server/bets",
      "stakeBalance",
      "const { available } = await lockAvailable(...$1);",
      "const { balance: available } = await lockAvailable(tx, wallet);",
    ),
  ),
  mutant(
    "withdraws a credit that is not final",
    code(
      "server/payouts",
      "withdraw",
      "const { available } = await lockAvailable(...$1);",
      "const { balance: available } = await lockAvailable(tx, wallet);",
    ),
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
    code("server/bets", "decideBet", "if (await hasOwnBet(...$1)) return wait;", ""),
  ),
  mutant(
    "repeats a bet on the horse with the least on it",
    code("domain", "favouriteOf", "a.stakes > b.stakes", "a.stakes < b.stakes"),
  ),
  mutant(
    "ends a repeat without telling its player",
    code("server/bets/repeats", "endRepeat", "kind === null", "true"),
  ),
  mutant(
    "takes a payment that is past its player's limit for a bet",
    sql("process_deposits", "when passes_own_limits(item.payer, item.lamports, at)", "when false"),
  ),
  mutant("raises a limit at once", code("domain", "changeLimit", "!isRaised", "true")),
  mutant(
    "makes another claim while one is on its way",
    code("server/referrals", "queueClaim", "if (open !== null) return ok($1);", ""),
  ),
  mutant(
    "pays a claim below the minimum",
    code("server/referrals", "queueClaim", "!canClaim(amount, least)", "false"),
  ),
  mutant(
    "takes a claim from the player's balance",
    code("domain", "paymentOwner", "referralAccount(wallet)", "userAccount(wallet)"),
  ),
  mutant(
    "forgets what a referred player brought before",
    text(
      "server/races/settle",
      "addToTotals",
      "earned = totals.earned + excluded.earned",
      "earned = excluded.earned",
    ),
  ),
  mutant(
    "gives the signature of a hidden streamer's bet in the verification",
    code("server/races/read", "readBooks", "hidesFigures ? null : bet.signature", "bet.signature"),
  ),
  mutant(
    "gives the stakes of a hidden streamer among the bets of a race",
    code(
      "server/races/read",
      "publicBets",
      "isHidden || hidesFigures ? null : stake",
      "isHidden ? null : stake",
    ),
  ),
  mutant(
    "gives the payouts of a hidden streamer among the bets of a race",
    code("server/races/read", "publicBets", "hidesFigures ? null : payout", "payout"),
  ),
  mutant(
    "gives a referrer the commission that a hidden streamer brought",
    code(
      "server/referrals",
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
    code("server/races/engine", "fundJackpot", '(await lockBalance(tx, "equity")) < jackpot', "$& && false"),
  ),
  mutant(
    "keeps the jackpot of a cancelled special race",
    code("server/races/special", "cancelSpecialRace", "if (jackpot > 0n) await post(...$1);", ""),
  ),
  mutant(
    "cancels a special race a second time",
    code(
      "server/races/special",
      "cancelSpecialRace",
      "if (special.cancelledAt !== null) return refuse($1);",
      "",
    ),
  ),
  mutant(
    "opens a special race that was cancelled",
    code("server/races/special", "readQueue", "isNull(specialRaces.cancelledAt)", "undefined"),
  ),
  mutant(
    "takes the jackpot of a special race from equity again when it opens",
    code("server/races/engine", "openNextRace", "special === null", "true"),
  ),
  mutant(
    "lets one admin give away more than the limit",
    code("server/approvals", "performOrAsk", "amount > (await readSettings(tx)).secondAdminAbove", "false"),
  ),
  mutant(
    "does what was approved once for each who approves",
    code("server/approvals", "approveRequest", "await store(...$1)", "waiting.value"),
  ),
  mutant(
    "resets streaks when a race is refunded",
    code(
      "server/races/settle",
      "refund",
      "await postAll(...$1);",
      "$&\n  for (const { wallet } of settlement.bets) await tx.execute(sql`update users set current_win_streak = 0 where wallet = ${wallet}`);",
    ),
  ),
  mutant(
    "leaves streaks alone when nobody had backed the winner",
    code(
      "server/races/settle",
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
    code("server/races/engine", "advance", "await holdLease(...$1);", ""),
    code("server/races/engine", "openIfDue", "await holdLease(...$1);", ""),
  ),
  mutant(
    "opens betting before the commitment is on the chain",
    text("server/races/engine", "readFacts", "and confirmed_at is not null", ""),
  ),
  mutant(
    "decides by a nonce that was known before",
    code("server/races/engine", "nonceOf", "storedRace(race).beaconBlockhash", "null"),
  ),
  mutant(
    "announces a beacon that is known already",
    code("server/races/engine", "BEACON_LEAD_SLOTS", "4n", "0n"),
  ),
  mutant(
    "keeps what was returned of a cancelled payment",
    code(
      "server/books",
      "cancelPayment",
      "if (cancelled) await post(...$1);",
      'if (cancelled && status === "failed") await post(...$1);',
    ),
  ),
  ...playerMutants,
  ...refundMutants,
  ...ruleMutants,
  ...walletMutants,
  ...liabilityMutants,
];
