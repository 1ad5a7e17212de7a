import { type SignedLamports, signedLamports } from "./lamports.ts";
import type { PostingKind } from "./ledger.ts";

/** What changes equity, in the order of the statement (rule REVENUE-2). */
export const statementLines = [
  /** Stakes of settled bets minus payouts of winning ones. */
  "houseProfit",
  /** What referrers earned. */
  "commissions",
  /** Change of the bonus fund: negative where it grew. */
  "bonusFund",
  /** Superfecta bonuses paid. */
  "bonuses",
  /** Change of the jackpots that races hold: negative where they hold more. */
  "jackpots",
  "networkFees",
  /** What the house bore of refunds after the settlement. */
  "refunds",
  /** Balances changed by admins: negative where players got more. */
  "gifts",
  /** The house's money that admins sent elsewhere. */
  "transfers",
  /** Differences of books and chain that admins explained. */
  "differences",
  /** The house's own money that came in. */
  "funding",
  /** Only the players' money: always zero. */
  "players",
] as const;
export type StatementLine = (typeof statementLines)[number];

/** The line of each kind of posting. A new kind is one line here. */
export const lineOfKind: Readonly<Record<PostingKind, StatementLine>> = {
  bet: "players",
  "bet from balance": "players",
  "play money": "players",
  jackpot: "jackpots",
  "special jackpot reserved": "jackpots",
  "special jackpot given": "jackpots",
  "special jackpot returned": "jackpots",
  "race settled": "houseProfit",
  "race refunded": "jackpots",
  "bet refunded": "players",
  "loss given back": "refunds",
  "superfecta bonus": "bonuses",
  "payment credited": "funding",
  "house funding": "funding",
  "wallets restored": "funding",
  "payment created": "transfers",
  "payment cancelled": "transfers",
  "payment completed": "networkFees",
  "notary filled": "networkFees",
  "notary fill returned": "networkFees",
  "anchor completed": "networkFees",
  "sweep completed": "networkFees",
  "failed attempt": "networkFees",
  "difference explained": "differences",
  "balance adjusted": "gifts",
};

/** Equity, and what the house has set aside: by the first part of the account's name. */
export const houseAccounts = ["equity", "bonus", "jackpot", "referral"] as const;
type HouseAccount = (typeof houseAccounts)[number];

/** What was set aside, and what is left of it, have their own lines. */
const lineOfReserve = { bonus: "bonusFund", jackpot: "jackpots", referral: "commissions" } as const;

/** The sum of the entries of one kind of posting on accounts of one name. */
export interface HouseSum {
  readonly kind: PostingKind;
  readonly account: HouseAccount;
  readonly lamports: SignedLamports;
}

/**
 * Explains a change of equity line by line; the lines add up to it, whatever was posted. What a posting sets aside
 * counts towards its own line as if it were still equity, and towards the line of the reserve as taken from it. A
 * commission claim is a payment of what is owed and not income for anybody.
 */
export function statementOf(sums: readonly HouseSum[]): ReadonlyMap<StatementLine, SignedLamports> {
  const lines = new Map(statementLines.map((line) => [line, 0n]));
  const add = (line: StatementLine, lamports: bigint) => lines.set(line, (lines.get(line) ?? 0n) + lamports);
  for (const { kind, account, lamports } of sums) {
    const line = lineOfKind[kind];
    if (account === "referral" && line === "transfers") continue;
    add(line, lamports);
    if (account !== "equity") add(lineOfReserve[account], 0n - lamports);
  }
  return new Map(Array.from(lines, ([line, lamports]) => [line, signedLamports(lamports)]));
}

/** A part as a percentage of the whole, rounded half away from zero to two decimals; 0 if the whole is zero. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  const size = part < 0n ? 0n - part : part;
  const hundredths = Number((size * 20_000n + whole) / (2n * whole)) / 100;
  return part < 0n ? 0 - hundredths : hundredths;
}
