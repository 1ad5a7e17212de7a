import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
}

const isWaiting = (special: Row) => !isSet(special, "race_id") && !isSet(special, "cancelled_at");

/** Checks what happens to special races against the rules (MONEY-22, RACE-4). */
export function checkSpecialRaces(ports: Ports, commit: Commit): void {
  const { must, balance } = ports;
  const changed = commit.rows.filter(({ source }) => source === "special_races");
  for (const { before, row } of changed) {
    const id = text(row, "id");
    const held = balance(`jackpot:${id}`);
    const wanted = isWaiting(row) ? amount(row, "jackpot") : 0n;
    must(held === wanted, `MONEY-22 ${id} holds ${held}, not ${wanted}`);
    must(
      !(isSet(row, "race_id") && isSet(row, "cancelled_at")),
      `MONEY-22 ${id} is opened and cancelled as well`,
    );
    if (before !== null) must(isWaiting(before), `MONEY-22 ${id} changes after its end`);
    if (before !== null && isSet(row, "race_id")) mustBeNext(ports, before, row);
  }
}

/** It was the first in the queue, and its race has the terms that were requested. */
function mustBeNext({ must, mirror }: Ports, before: Row, special: Row) {
  const id = text(special, "id");
  const others = [...mirror.specialRaces.values()].filter(isWaiting);
  const isFirst = others.every((other) => Number(other["position"]) >= Number(before["position"]));
  must(isFirst, `RACE-4 ${id} is opened before others that come first`);
  const frozen = (mirror.races.get(text(special, "race_id"))?.["settings"] ?? {}) as Row;
  const terms = { raceType: "race_type", houseEdgeBps: "house_edge_bps", minBets: "min_bets" };
  for (const [name, column] of Object.entries({
    ...terms,
    countdownMs: "countdown_ms",
    jackpot: "jackpot",
  })) {
    const isSame = String(frozen[name]) === String(special[column]);
    must(isSame, `RACE-3 ${text(special, "race_id")} has ${name} ${String(frozen[name])}, not that of ${id}`);
  }
}
