/** One exact replacement in a source file. */
interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A mistake that somebody could make, or that a peer of this game did make. */
export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
}

const mutant = (
  name: string,
  ...edits: readonly (readonly [file: string, from: string, to: string])[]
): Mutant => ({
  name,
  edits: edits.map(([file, from, to]) => ({ file: `src/${file}`, from, to })),
});

/** The product has no switches for these: they are patched into a copy of its sources. */
export const mutants: readonly Mutant[] = [
  mutant("signs a payment anew on a time-out without looking", [
    "server/payouts/payment-fate.ts",
    "!statuses.has(signature) && lastValidBlockHeight >= height",
    "!statuses.has(signature) && false",
  ]),
  mutant("believes a payment expired on a height that is not final", [
    "server/payouts/send-payments.ts",
    'chain.tip("finalized")',
    'chain.tip("processed")',
  ]),
  mutant("believes a node that has not come to the slot asked about", [
    "server/payouts/send-payments.ts",
    "signatureStatuses(signatures, { asOf })",
    "signatureStatuses(signatures, { asOf: 0n })",
  ]),
  mutant("sends a payment before it is stored", [
    "server/payouts/send-payments.ts",
    "    const stored = await storeAttempt(ports, open, signed.value);",
    "    await sendBytes(ports, signed.value);\n    const stored = await storeAttempt(ports, open, signed.value);",
  ]),
  mutant(
    "calls a payment paid that is only confirmed",
    [
      "server/payouts/payment-fate.ts",
      'seen.filter(({ status }) => status.commitment === "finalized")',
      'seen.filter(({ status }) => status.commitment !== "processed")',
    ],
    [
      "server/payouts/send-payments.ts",
      'chain.transaction(signature, "finalized")',
      'chain.transaction(signature, "confirmed")',
    ],
  ),
  mutant("splits the pool with floating point", [
    "domain/lamports.ts",
    "lamports((total * weight) / weightTotal)",
    "lamports(BigInt(Math.floor((Number(total) / Number(weightTotal)) * Number(weight))))",
  ]),
  mutant("keeps the remainder for the house", [
    "domain/fee-split.ts",
    "toBonus: lamports(bonusShare + settlement.remainder),\n    toEquity: lamports(kept - bonusShare),",
    "toBonus: bonusShare,\n    toEquity: lamports(kept - bonusShare + settlement.remainder),",
  ]),
  mutant("pays commission on the whole race's fee for each bet", [
    "domain/fee-split.ts",
    "const amount = commission(fee, referralRateBps);",
    "const amount = commission(settlement.fee, referralRateBps);",
  ]),
  mutant(
    "pays commission on refunds",
    [
      "domain/postings.ts",
      '          ["equity", jackpot],',
      '          ["equity", lamports(jackpot - 1_000n)],\n          [`referral:${bets[0]?.wallet ?? ""}`, 1_000n],',
    ],
    [
      "domain/postings.ts",
      'import { type Lamports, sum } from "./lamports.ts";',
      'import { type Lamports, lamports, sum } from "./lamports.ts";',
    ],
  ),
  mutant(
    "keeps the fee of refunds",
    ["domain/settlement.ts", "refund: bet.stake,", "refund: lamports(bet.stake - bet.stake / 20n),"],
    [
      "domain/postings.ts",
      '          ["equity", jackpot],',
      '          ["equity", sum([jackpot, pool, ...bets.map(({ refund }) => (0n - refund) as Lamports)])],',
    ],
  ),
  mutant("recovers races that are still running", [
    "domain/race.ts",
    "  return ranOut ? startCountdown(race, nowMs) : passTime(race, nowMs);",
    '  if (race.status === "active") return refund(race, "recovered", nowMs);\n  return ranOut ? startCountdown(race, nowMs) : passTime(race, nowMs);',
  ]),
  mutant(
    "settles by the settings of today",
    [
      "server/races/settle/settle-race.ts",
      "  const settings = settingsOf(race);",
      "  const settings = { ...settingsOf(race), houseEdgeBps: (await readSettings(tx)).houseEdgeBps };",
    ],
    [
      "server/races/settle/settle-race.ts",
      'import { advanceStreaks } from "./advance-streaks.ts";',
      'import { readSettings } from "../../settings/stored-settings.ts";\nimport { advanceStreaks } from "./advance-streaks.ts";',
    ],
  ),
  mutant("uses a seed again", [
    "server/races/seeds/seed-chain.ts",
    "seed: open(chain).seedAt(index) }",
    "seed: open(chain).seedAt(Math.max(1, index - 1)) }",
  ]),
  mutant("admits bets after the close", [
    "server/db/migrations/0002_admit_payments.sql",
    "when not race.is_open then 'BETTING_CLOSED'",
    "when race.id is null then 'BETTING_CLOSED'",
  ]),
  mutant(
    "takes another bet's payment for a confirmation",
    ["server/bets/confirm-bet.ts", "if (payment?.betId !== bet.id) return", "if (!payment) return"],
    [
      "server/bets/confirm-bet.ts",
      'if (outcome === "bet" && became === bet.id) return ok(bet);',
      'if (outcome === "bet" || became === bet.id) return ok(bet);',
    ],
  ),
  mutant("takes a bet of another amount", [
    "server/bets/admit-payments.ts",
    'return bet.stake === payment.total ? null : "WRONG_AMOUNT";',
    "return null;",
  ]),
  mutant("lets a player pay for another's bet", [
    "server/bets/admit-payments.ts",
    '  if (bet.wallet !== payment.payer) return "FOREIGN_BET";\n',
    "",
  ]),
  mutant("takes a payment back while it may still land", [
    "server/bets/settle-finality.ts",
    'finalized > slot + longGoneSlots ? "dropped" : "open"',
    'finalized > slot ? "dropped" : "open"',
  ]),
  mutant("does not book that a bet's payment was dropped", [
    "server/bets/void-deposit.ts",
    "  await post(tx, betVoided({ ...bet, betId }));\n",
    "",
  ]),
  mutant("moves the cursor past payments that it could not read", [
    "server/bets/watch-deposits.ts",
    "done.findLast(({ slot }) => slot <= finalized)",
    "history.at(-1)",
  ]),
  mutant(
    "settles before its bets are final",
    [
      "server/races/settle/settle-race.ts",
      "stakes.some(({ finalizedAt }) => finalizedAt === null)",
      "stakes.some(({ confirmedAt }) => confirmedAt === null)",
    ],
    ["server/races/engine/finish-races.ts", "and bets.finalized_at is null", "and bets.confirmed_at is null"],
  ),
  mutant("settles without paying out", [
    "server/races/settle/settle-race.ts",
    "  for (const bet of bets) if (bet.payout > 0n) await createPayout(tx, race.id, bet, at);\n",
    "",
  ]),
  mutant("pays out without a debit", [
    "server/races/settle/settle-race.ts",
    "  await post(tx, paymentCreated({ paymentId: id, from, lamports: payout }));\n",
    "",
  ]),
  mutant("pays out to another wallet", [
    "server/races/settle/settle-race.ts",
    "    destination: wallet,\n",
    '    destination: "SysvarC1ock11111111111111111111111111111111",\n',
  ]),
  mutant("forgets the network's fee", [
    "domain/chain-postings.ts",
    '      ["outgoing", 0n - lamports],\n      ["equity", 0n - networkFee],\n      [`chain:${source}`, lamports + networkFee],',
    '      ["outgoing", 0n - lamports],\n      [`chain:${source}`, lamports],',
  ]),
  mutant(
    "looks at the balance before it locks it",
    [
      "server/payouts/withdraw.ts",
      "  return inTransaction(db, async (tx) => {\n    const balance = await lockBalance(tx, userAccount(wallet));",
      "  const balance = await balanceOf(db, userAccount(wallet));\n  return inTransaction(db, async (tx) => {",
    ],
    [
      "server/payouts/withdraw.ts",
      'import { lockBalance, post } from "../../books/ledger.ts";',
      'import { balanceOf, post } from "../../books/ledger.ts";',
    ],
  ),
  mutant("does not give the jackpot back", [
    "domain/postings.ts",
    '          ["equity", jackpot],',
    '          ["bonus", jackpot],',
  ]),
  mutant("promises a jackpot that equity does not cover", [
    "server/races/engine/open-next-race.ts",
    '  if ((await lockBalance(tx, "equity")) < jackpot)',
    '  if ((await lockBalance(tx, "equity")) < 0n)',
  ]),
  mutant("resets streaks when a race is refunded", [
    "server/races/settle/settle-race.ts",
    "  if (posting.entries.length > 0) await post(tx, posting);\n",
    "  if (posting.entries.length > 0) await post(tx, posting);\n  for (const { wallet } of settlement.bets) await tx.execute(sql`update users set current_win_streak = 0 where wallet = ${wallet}`);\n",
  ]),
  mutant("lets the bonus fund be overdrawn", [
    "domain/bonus.ts",
    "const covered = fund < bonus ? 0 : Math.min(wallets.length, Number(fund / bonus));",
    "const covered = wallets.length;",
  ]),
  mutant("goes on counting a streak beyond four", [
    "domain/streak.ts",
    "(current >= SUPERFECTA_STREAK ? 0 : current) + 1",
    "Math.min(SUPERFECTA_STREAK, current + 1)",
  ]),
  mutant(
    "drives races without proving the lease",
    [
      "server/races/engine/drive-race.ts",
      "    await holdLease(tx, ports.lease.name, ports.lease.token);\n",
      "",
    ],
    [
      "server/races/engine/race-engine.ts",
      "    await holdLease(tx, ports.lease.name, ports.lease.token);\n",
      "",
    ],
  ),
  mutant("opens betting before the commitment is on the chain", [
    "server/races/engine/drive-race.ts",
    "where id = ${row.commitPaymentId} and confirmed_at is not null",
    "where id = ${row.commitPaymentId}",
  ]),
  mutant("decides by a nonce that was known before", [
    "server/races/engine/reveal-outcome.ts",
    "finalNonce(nonce, beacon?.blockhash ?? null)",
    "finalNonce(nonce, beacon && null)",
  ]),
  mutant("announces a beacon that is known already", [
    "server/races/engine/drive-race.ts",
    "const BEACON_LEAD_SLOTS = 4n;",
    "const BEACON_LEAD_SLOTS = 0n;",
  ]),
  mutant("keeps what was returned of a cancelled payment", [
    "server/payouts/end-payment.ts",
    "if (to) await post(tx, paymentCancelled(",
    'if (to && status === "failed") await post(tx, paymentCancelled(',
  ]),
];
