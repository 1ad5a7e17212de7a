import { isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
}

/** Bets that players take back (rule LONE-1). */
export interface TakeBackRules {
  /** Called when a player asks; the returned function must be called when the call has ended. */
  asking(wallet: string): () => void;
  /** Called with a bet that its player took back. */
  mustBeDue(bet: Row, race: Row): void;
}

export function openTakeBackRules({ must, mirror }: Ports): TakeBackRules {
  const asked = new Map<string, number>();
  return {
    asking(wallet) {
      const count = (by: 1 | -1) => void asked.set(wallet, (asked.get(wallet) ?? 0) + by);
      count(1);
      return () => count(-1);
    },
    mustBeDue(bet, race) {
      const id = text(bet, "id");
      must((asked.get(text(bet, "wallet")) ?? 0) > 0, `LONE-1 nobody asks for ${id}, which is given back`);
      must(race["status"] === "pending", `LONE-1 ${id} is taken back from a race ${text(race, "status")}`);
      must(isSet(bet, "confirmed_at"), `LONE-1 ${id} is taken back and never was in`);
      const waitedMs = Date.parse(text(bet, "settled_at")) - Date.parse(text(bet, "confirmed_at"));
      const afterMs = Number(mirror.settings.get("take_back_after") ?? "900") * 1000;
      must(waitedMs >= afterMs, `LONE-1 ${id} is taken back after ${waitedMs} ms`);
    },
  };
}
