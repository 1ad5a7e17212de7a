import { isSet, type Mirror, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Rest {
  readonly mirror: Mirror;
  /** Signatures of final payments to the house that are not in the books. */
  readonly uncounted: Iterable<string>;
  readonly balances: ReadonlyMap<string, bigint>;
}

/** What must hold once everything has settled (rule INV-12). */
export function mustBeAtRest(must: Must, { mirror, uncounted, balances }: Rest): void {
  for (const signature of uncounted) must(false, `INV-12 ${signature} is in no book`);
  for (const race of mirror.races.values()) {
    must(isSet(race, "settled_at"), `INV-12 ${text(race, "id")} is left ${text(race, "status")}`);
  }
  for (const special of mirror.specialRaces.values()) {
    const isOver = isSet(special, "race_id") || isSet(special, "cancelled_at");
    must(isOver, `INV-12 special race ${text(special, "id")} is left waiting`);
  }
  for (const payment of mirror.payments.values()) {
    const status = text(payment, "status");
    const isOver = status === "completed" || status === "failed" || status === "cancelled";
    must(isOver, `INV-12 payment ${text(payment, "id")} is left ${status}`);
  }
  for (const [account, balance] of balances) {
    const mustBeEmpty = /^(play:)?pool:|^jackpot:|^outgoing$/.test(account);
    must(!mustBeEmpty || balance === 0n, `INV-12 ${account} still holds ${balance}`);
  }
}
