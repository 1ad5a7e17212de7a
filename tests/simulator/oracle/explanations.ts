import type { Landed } from "../execute.ts";
import { kindOf, walletAccountOf } from "../keys.ts";
import { amount, isSet, type Mirror, text } from "./mirror.ts";
import { ownerOf } from "./orders.ts";
import { sourcesOf } from "./sources.ts";

interface Known {
  readonly mirror: Mirror;
  readonly everLanded: ReadonlyMap<string, Landed>;
  readonly isHouseSource: (address: string) => boolean;
}

type Explanation = (subject: string, known: Known) => ReadonlyMap<string, bigint> | null;

const holdingsOf = (landed: Landed | undefined): [string, bigint][] =>
  [...(landed?.changes ?? [])]
    .filter(([address]) => kindOf.has(address))
    .map(([address, change]) => [walletAccountOf(address), -change]);

const betEntries = (betId: string, { mirror }: Known, sign: 1n | -1n) => {
  const bet = mirror.bets.get(betId);
  if (!bet) return new Map<string, bigint>();
  const stake = amount(bet, "stake") * sign;
  const isPlay = bet["ledger"] === "play";
  const isFromBalance = bet["source"] === "balance";
  const player = `${isPlay ? "play:" : ""}user:${text(bet, "wallet")}`;
  const holdings = walletAccountOf(text(bet, "deposit_address"));
  return new Map([
    [isPlay || isFromBalance ? player : holdings, -stake],
    [`${isPlay ? "play:" : ""}pool:${text(bet, "race_id")}`, stake],
  ]);
};

const paid: Explanation = (paymentId, { mirror, everLanded }) => {
  const payment = mirror.payments.get(paymentId);
  if (!payment) return new Map();
  const landed = everLanded.get(text(payment, "signature"));
  const entries = new Map(holdingsOf(landed));
  entries.set("equity", -(landed?.fee ?? 0n));
  const isOwed = payment["kind"] !== "sweep" && payment["kind"] !== "anchor";
  if (isOwed) entries.set("outgoing", -amount(payment, "lamports"));
  return entries;
};

/** One bet is refunded: from its race's pool or, once the race is settled, at the house's cost. */
const refunded: Explanation = (betId, { mirror }) => {
  const bet = mirror.bets.get(betId) ?? {};
  const prefix = bet["ledger"] === "play" ? "play:" : "";
  const race = mirror.races.get(text(bet, "race_id")) ?? null;
  const house = prefix === "" ? "equity" : "play:mint";
  const from = isSet(race, "settled_at") ? house : `${prefix}pool:${text(bet, "race_id")}`;
  return new Map([
    [from, -amount(bet, "stake")],
    [`${prefix}user:${text(bet, "wallet")}`, amount(bet, "stake")],
  ]);
};

/** What each kind of posting must contain; null if it is checked elsewhere. */
export const explanations: Readonly<Record<string, Explanation>> = {
  settle: () => null,
  refund: refunded,
  bonus: () => null,
  mint: () => null,
  payment: () => null,
  adjusted: () => null,
  bet: (betId, known) => betEntries(betId, known, 1n),
  paid,
  deposit: (signature, { everLanded, isHouseSource }) => {
    const landed = everLanded.get(signature);
    const entries = new Map(holdingsOf(landed));
    for (const [wallet, lamports] of landed ? sourcesOf(landed) : []) {
      const account = isHouseSource(wallet) ? "equity" : `user:${wallet}`;
      entries.set(account, (entries.get(account) ?? 0n) + lamports);
    }
    return entries;
  },
  funding: (signature, { mirror, everLanded }) =>
    new Map([
      ...holdingsOf(everLanded.get(signature)),
      ["equity", amount(mirror.deposits.get(signature) ?? {}, "lamports")],
    ]),
  jackpot: (raceId, { mirror }) => {
    const jackpot = amount(mirror.races.get(raceId) ?? {}, "jackpot");
    return new Map([
      ["equity", -jackpot],
      [`jackpot:${raceId}`, jackpot],
    ]);
  },
  reserved: (specialId, { mirror }) => {
    const jackpot = amount(mirror.specialRaces.get(specialId) ?? {}, "jackpot");
    return new Map([
      ["equity", -jackpot],
      [`jackpot:${specialId}`, jackpot],
    ]);
  },
  released: (specialId, { mirror }) => {
    const special = mirror.specialRaces.get(specialId) ?? {};
    const race = mirror.races.get(text(special, "race_id"));
    const isGiven = special["cancelled_at"] === null && race?.["ledger"] === "real";
    const jackpot = amount(special, "jackpot");
    return new Map([
      [`jackpot:${specialId}`, -jackpot],
      [isGiven ? `jackpot:${text(special, "race_id")}` : "equity", jackpot],
    ]);
  },
  cancelled: (paymentId, { mirror }) => {
    const payment = mirror.payments.get(paymentId);
    const lamports = amount(payment ?? {}, "lamports");
    return new Map([
      ["outgoing", -lamports],
      [ownerOf(payment ?? {}), lamports],
    ]);
  },
  failed: (signature, { everLanded }) => {
    const landed = everLanded.get(signature);
    return new Map([...holdingsOf(landed), ["equity", -(landed?.fee ?? 0n)]]);
  },
};
