import { createDecipheriv, createHash, createHmac } from "node:crypto";
import { amount, type Row, text } from "./mirror.ts";

/* The rules' arithmetic again, written from docs/rules.md and not from the product's code: what a race must come to. */

export const sha256 = (of: string): string => createHash("sha256").update(of, "utf8").digest("hex");

/** The winner and the complete order of a race (rules FAIR-1 to FAIR-3 and FAIR-14). */
export function outcomeOf(seed: string, raceId: string, nonce: string): { winner: number; places: number[] } {
  const winner = winnerOf(`${seed}:${raceId}:${nonce}`);
  const rest = [1, 2, 3, 4, 5, 6].filter((number) => number !== winner);
  const bytes: number[] = [];
  let block = 0;
  const nextByte = () => {
    if (bytes.length === 0) {
      const message = `places|${raceId}|${nonce}${block === 0 ? "" : `|${block}`}`;
      bytes.push(...createHmac("sha256", seed).update(message).digest());
      block += 1;
    }
    return bytes.shift() as number;
  };
  for (let last = 4; last >= 1; last -= 1) {
    const bound = last + 1;
    let byte = nextByte();
    while (byte >= 256 - (256 % bound)) byte = nextByte();
    const pick = byte % bound;
    const kept = rest[last] as number;
    rest[last] = rest[pick] as number;
    rest[pick] = kept;
  }
  return { winner, places: [winner, ...rest] };
}

function winnerOf(combined: string): number {
  for (let counter = 0; counter <= 1000; counter += 1) {
    const hash = sha256(counter === 0 ? combined : `${combined}:${counter}`);
    for (let at = 0; at < 64; at += 8) {
      const value = Number.parseInt(hash.slice(at, at + 8), 16);
      if (value < 4_294_967_292) return (value % 6) + 1;
    }
  }
  throw new Error("no chunk was accepted");
}

/** All seeds of a chain by number, computed from its sealed root. */
export function seedsOf(chain: Row, seedKey: Uint8Array): readonly string[] {
  const sealed = Buffer.from(text(chain, "sealed_root"), "base64");
  const opener = createDecipheriv("aes-256-gcm", seedKey, sealed.subarray(0, 12));
  opener.setAAD(Buffer.from(`seed-chain:${text(chain, "tip")}`));
  opener.setAuthTag(sealed.subarray(sealed.length - 16));
  const root = Buffer.concat([opener.update(sealed.subarray(12, sealed.length - 16)), opener.final()]);
  const seeds = [root.toString("hex")];
  for (let left = Number(chain["length"]); left > 0; left -= 1) seeds.unshift(sha256(seeds[0] as string));
  return seeds;
}

export interface Expected {
  readonly kind: "paid" | "refunded";
  readonly entries: ReadonlyMap<string, bigint>;
  readonly pool: bigint;
  readonly fee: bigint;
  readonly remainder: bigint;
  readonly bets: ReadonlyMap<
    string,
    { readonly result: string; readonly payout: bigint; readonly fee: bigint }
  >;
  /** Each player's streak afterwards, and the players who completed four, in the order of the bets. */
  readonly streaks: ReadonlyMap<string, number>;
  readonly superfectas: readonly string[];
}

interface Over {
  readonly race: Row;
  /** The bets that take part, in the order of their confirmation. */
  readonly bets: readonly Row[];
  /** Null if the race was refunded. */
  readonly winner: number | null;
  readonly referrerOf: (wallet: string) => string | null;
  readonly streakOf: (wallet: string) => number | null;
}

/** Whether a bet counts for its player's streak, under the settings of its race (rule MONEY-15). */
function countsForStreak(bet: Row, settings: Row): boolean {
  const fee = (amount(bet, "stake") * BigInt(Number(settings["houseEdgeBps"]))) / 10_000n;
  const rate = BigInt(Number(settings["referralRateBps"]));
  const bonus = BigInt(String(settings["superfectaBonus"]));
  return fee * 259n * (10_000n - rate) >= 2n * bonus * 10_000n;
}

/** What settling a race must do to the books (rules MONEY-4 to MONEY-6, MONEY-12, MONEY-14 and MONEY-15). */
export function expectedSettlement({ race, bets, winner, referrerOf, streakOf }: Over): Expected {
  const settings = race["settings"] as Row;
  const id = text(race, "id");
  const isPlay = race["ledger"] === "play";
  const prefix = isPlay ? "play:" : "";
  const jackpot = amount(race, "jackpot");
  const entries = new Map<string, bigint>();
  const add = (account: string, lamports: bigint) => {
    const sum = (entries.get(account) ?? 0n) + lamports;
    if (sum === 0n) entries.delete(account);
    else entries.set(account, sum);
  };
  const pool = total(bets.map((bet) => amount(bet, "stake")));
  const winning = bets.filter((bet) => bet["horse_number"] === winner);
  const results = new Map<string, { result: string; payout: bigint; fee: bigint }>();
  add(`${prefix}pool:${id}`, -pool);
  const edge = BigInt(Number(settings["houseEdgeBps"]));
  const rate = BigInt(Number(settings["referralRateBps"]));
  const feeOf = (bet: Row) => (amount(bet, "stake") * edge) / 10_000n;
  const counts = (bet: Row) => countsForStreak(bet, settings);

  if (winning.length === 0) {
    for (const bet of bets) {
      add(`${prefix}user:${text(bet, "wallet")}`, amount(bet, "stake"));
      results.set(text(bet, "id"), { result: "refunded", payout: amount(bet, "stake"), fee: 0n });
    }
    if (!isPlay) {
      add(`jackpot:${id}`, -jackpot);
      add("equity", jackpot);
    }
    const streaks = new Map<string, number>();
    // If nobody backed the winner, everybody's pick was wrong.
    for (const bet of winner === null || isPlay ? [] : bets) {
      const wallet = text(bet, "wallet");
      if (streakOf(wallet) !== null && counts(bet)) streaks.set(wallet, 0);
    }
    return {
      kind: "refunded",
      entries,
      bets: results,
      pool,
      fee: 0n,
      remainder: 0n,
      streaks,
      superfectas: [],
    };
  }

  const share = BigInt(Number(settings["bonusFundShareBps"]));
  const fee = (pool * edge) / 10_000n;
  const net = pool - fee + jackpot;
  const onWinner = total(winning.map((bet) => amount(bet, "stake")));
  let paid = 0n;
  let commissions = 0n;
  const streaks = new Map<string, number>();
  const superfectas: string[] = [];
  for (const bet of bets) {
    const stake = amount(bet, "stake");
    const wallet = text(bet, "wallet");
    const isWin = bet["horse_number"] === winner;
    const payout = isWin ? (net * stake) / onWinner : 0n;
    const ownFee = feeOf(bet);
    paid += payout;
    add(`${prefix}user:${wallet}`, payout);
    results.set(text(bet, "id"), { result: isWin ? "win" : "loss", payout, fee: ownFee });
    if (isPlay) continue;
    const referrer = referrerOf(wallet);
    const commission = referrer === null ? 0n : (ownFee * rate) / 10_000n;
    if (referrer !== null) add(`referral:${referrer}`, commission);
    commissions += commission;
    const streak = streakOf(wallet);
    if (streak === null || !counts(bet)) continue;
    const next = isWin ? (streak >= 4 ? 1 : streak + 1) : 0;
    streaks.set(wallet, next);
    if (next === 4) superfectas.push(wallet);
  }
  const remainder = net - paid;
  if (isPlay) add("play:mint", fee + remainder - jackpot);
  else {
    const kept = fee - commissions;
    const toBonus = (kept * share) / 10_000n;
    add(`jackpot:${id}`, -jackpot);
    add("bonus", toBonus + remainder);
    add("equity", kept - toBonus);
  }
  return { kind: "paid", entries, pool, fee, remainder, bets: results, streaks, superfectas };
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
