import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
}

const HIDDEN_MS = 5_000;
const NOBODY_YET_MS = 5_000;

/** A repeat bets on the chosen horse, on the number of the last bet, or on the current favourite (rule BET-15). */
export function mustBeRepeatedHorse({ must, mirror }: Ports, repeat: Row, bet: Row): void {
  const name = text(repeat, "id");
  const race = mirror.races.get(text(bet, "race_id"));
  const others = mirror.betsOf(text(bet, "race_id")).filter((one) => one["id"] !== bet["id"]);
  const atMs = Date.parse(text(bet, "prepared_at"));
  if (repeat["horse"] === "chosen")
    return must(repeat["horse_id"] === bet["horse_id"], `BET-15 ${name} bets on another horse`);
  if (repeat["horse"] === "same") {
    const numbers = lastNumbersOf(mirror, bet);
    return must(numbers.includes(bet["horse_number"]), `BET-15 ${name} bets on another number`);
  }
  const stakes = new Map<number, bigint>([1, 2, 3, 4, 5, 6].map((number) => [number, 0n]));
  for (const one of others) {
    if (one["status"] !== "confirmed" || one["result"] === "refunded") continue;
    const number = Number(one["horse_number"]);
    stakes.set(number, (stakes.get(number) ?? 0n) + amount(one, "stake"));
  }
  const most = [...stakes.values()].reduce((left, right) => (right > left ? right : left));
  const favourite = [...stakes].find(([, staked]) => staked === most)?.[0];
  must(bet["horse_number"] === favourite, `BET-15 ${name} does not bet on favourite ${String(favourite)}`);
  const opensMs = Date.parse(text(race ?? {}, "betting_opens_at"));
  must(most > 0n || atMs >= opensMs + NOBODY_YET_MS, `BET-15 ${name} does not wait for a favourite`);
  const isShown =
    !race || !isSet(race, "closes_at") || atMs < Date.parse(text(race, "closes_at")) - HIDDEN_MS;
  must(isShown, `RACE-6 ${name} shows the favourite while amounts are hidden`);
}

/** The number of the wallet's last bet before this one; several if they were made at the same moment. */
function lastNumbersOf({ bets }: Mirror, bet: Row): readonly unknown[] {
  const own = [...bets.values()].filter(
    (one) =>
      one["wallet"] === bet["wallet"] &&
      one["id"] !== bet["id"] &&
      one["status"] === "confirmed" &&
      one["ledger"] === "real",
  );
  const last = own.reduce((newest, one) => Math.max(newest, Date.parse(text(one, "prepared_at"))), 0);
  return own.filter((one) => Date.parse(text(one, "prepared_at")) === last).map((one) => one["horse_number"]);
}
