import type { Player } from "../../support/player.ts";
import { auditRace, historyOf, paymentsFrom } from "../../support/race-audit.ts";
import { until } from "../../support/until.ts";
import { booksDifference, finalRace, unexplainedOf } from "../../support/reconcile.ts";
import { GRANT, SOL } from "./bettors.ts";
import type { Site } from "./fixture.ts";
import type { Promises } from "./tally.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- the wire is read here without the project's types
type Json = any;

const AUDIT_PATIENCE_MS = 15_000;

export interface Verdict {
  readonly races: number;
  readonly refundedRaces: number;
  readonly paymentsOnChain: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly unended: readonly string[];
  readonly unexplainedLamports: bigint;
  readonly otherProblems: readonly string[];
}

/** Lets everything in progress finish, then compares what is public with what was promised. */
export async function judge(site: Site, players: readonly Player[], promises: Promises): Promise<Verdict> {
  const [reader] = players;
  if (!reader) throw new Error("a drill without players");
  const { ended: ids, waiting } = await racesOf(reader);
  const unended: string[] = [];
  const otherProblems: string[] = [];
  const booked = new Map<string, Json>();
  let refundedRaces = 0;
  for (const id of ids) {
    const race = await finalRace(reader, id);
    if (race === null) {
      unended.push(id);
      continue;
    }
    if (race.status === "refunded") refundedRaces++;
    for (const bet of race.settlement.bets) booked.set(bet.id, bet);
    otherProblems.push(...(await problemsOf(site, id)).map((problem) => `${id}: ${problem}`));
  }
  for (const { id, user_wallet, bet_amount } of waiting?.bets ?? []) {
    booked.set(id, { id, user_wallet, stake: Math.round(bet_amount * SOL), payout: 0 });
  }
  const paid = await housePayments(site, reader);
  const isHere = new Set([...ids, waiting?.id]);
  const lost = [
    ...promises.bets
      .filter(({ betId, raceId }) => isHere.has(raceId) && !unended.includes(raceId) && !booked.has(betId))
      .map(({ betId, raceId }) => `bet ${betId} of ${raceId}`),
    ...promises.bets.filter(({ raceId }) => !isHere.has(raceId)).map(({ raceId }) => `the race ${raceId}`),
    ...promises.withdrawals
      .filter(({ id, wallet, amountSol }) => !isPaid(paid.get(`furlong:1:payment ${id}`), wallet, amountSol))
      .map(({ id }) => `withdrawal ${id}`),
  ];
  const doubled = [...paid]
    .filter(([, times]) => times.length > 1)
    .map(([memo, { length }]) => `${memo}: ${length}`);
  const books = await booksDifference(reader);
  if (books !== 0n) otherProblems.push(`the books and the chain differ by ${books}`);
  let unexplainedLamports = books < 0n ? -books : books;
  for (const player of players) {
    const missing = await unexplainedOf(player, {
      granted: BigInt(GRANT),
      rpcUrl: site.rpcUrl,
      bets: [...booked.values()],
    });
    if (missing !== 0n) otherProblems.push(`${player.address} has ${missing} lamports too few`);
    unexplainedLamports += missing < 0n ? -missing : missing;
  }
  return {
    races: ids.length,
    refundedRaces,
    paymentsOnChain: paid.size,
    lost,
    doubled,
    unended,
    unexplainedLamports,
    otherProblems,
  };
}

/** Of several servers one may still answer as it did a moment before the settlement or the payment: it is asked again. */
async function problemsOf({ url, rpcUrl }: Site, id: string): Promise<readonly string[]> {
  let problems: readonly string[] = [];
  await until(
    "an audit without a problem",
    async () => {
      ({ problems } = await auditRace(url, id, rpcUrl));
      return problems.length === 0;
    },
    { patienceMs: AUDIT_PATIENCE_MS, everyMs: 1_000 },
  ).catch((error: unknown) => {
    if (problems.length === 0) throw error;
  });
  return problems;
}

/** The races that must have ended, and one that is still waiting for players and holds their stakes. */
async function racesOf(reader: Player): Promise<{ ended: string[]; waiting: Json }> {
  const { body } = await reader.call("GET", "/api/races/active");
  const newest = await until("the newest race's number", async () => {
    const answer = body.race ?? (await reader.call("GET", "/api/races?limit=1")).body.races[0];
    return Number(answer.id.replace("race-", ""));
  });
  const waiting = body.race?.status === "pending" ? body.race : null;
  const last = waiting ? newest - 1 : newest;
  return { ended: Array.from({ length: last }, (_, at) => `race-${at + 1}`), waiting };
}

/** Everything that ever left the hot wallet and the deposit wallet, by memo, including anchors. */
async function housePayments(site: Site, reader: Player) {
  const holdings = await until("the house's holdings to be read", async () => {
    const { status, body } = await reader.call("GET", "/api/solvency");
    return status === 200 && (body.holdings as { kind: string; address: string }[]);
  });
  const byMemo = new Map<string, { destination: string; lamports: bigint }[]>();
  for (const { kind, address } of holdings) {
    for (const [memo, moved] of await paymentsFrom(site.url, address, site.rpcUrl)) {
      byMemo.set(memo, [...(byMemo.get(memo) ?? []), ...moved]);
    }
    if (kind !== "hot") continue;
    for (const { memo, error } of await historyOf(site.rpcUrl, address)) {
      if (memo === null || error !== null || memo.startsWith("furlong:1:payment")) continue;
      byMemo.set(memo, [...(byMemo.get(memo) ?? []), { destination: "", lamports: 0n }]);
    }
  }
  return byMemo;
}

const isPaid = (
  times: readonly { destination: string; lamports: bigint }[] = [],
  wallet: string,
  sol: number,
) =>
  times.length > 0 && times[0]?.destination === wallet && times[0].lamports === BigInt(Math.round(sol * SOL));
