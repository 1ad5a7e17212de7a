/** What remains unexplained once everything in progress has finished, read from the published API and the chain. */
import type { Json } from "./browser-session.ts";
import type { Player } from "./player.ts";
import { historyOf } from "./race-audit.ts";
import { until } from "./until.ts";

const SOL = 1_000_000_000;
const PATIENCE_MS = 180_000;

/** A race once it is settled, paid and anchored; null if that takes too long. */
export const finalRace = (reader: Player, id: string, patienceMs = PATIENCE_MS): Promise<Json> =>
  until(
    `${id} to be settled, paid and anchored`,
    async () => {
      const { body } = await reader.call("GET", `/api/races/verify/${id}`);
      const books = body.race?.settlement;
      const isPaid = books?.payouts.every(({ status }: Json) => ["completed", "cancelled"].includes(status));
      return isPaid && body.race.anchors.result !== null && body.race;
    },
    { patienceMs },
  ).catch(() => null);

/** Lamports by which the published books and the chain still differ after waiting a while. */
export async function booksDifference(reader: Player): Promise<bigint> {
  let last = 1n;
  await until(
    "the books to agree with the chain",
    async () => {
      last = BigInt((await reader.call("GET", "/api/solvency")).body.difference);
      return last === 0n;
    },
    { patienceMs: PATIENCE_MS },
  ).catch(() => null);
  return last;
}

interface Holding {
  /** Lamports that the wallet was given initially. */
  readonly granted: bigint;
  readonly rpcUrl: string;
  /** Bets of settled races as `verify` shows them. */
  readonly bets: readonly Json[];
}

/** What a wallet should hold, on the chain and at the house, minus what it does hold, in lamports. */
export async function unexplainedOf(player: Player, { granted, rpcUrl, bets }: Holding): Promise<bigint> {
  const own = bets.filter((bet) => bet.user_wallet === player.address);
  const won = own.reduce((sum, bet) => sum + BigInt(bet.payout) - BigInt(bet.stake), 0n);
  const expected = async () => {
    const history = await historyOf(rpcUrl, player.address);
    const fees = history
      .filter(
        ({ transaction }) =>
          String(transaction?.transaction.message.accountKeys[0]?.pubkey) === player.address,
      )
      .reduce((sum, { transaction }) => sum + BigInt(transaction?.meta?.fee ?? 0), 0n);
    return granted - fees + won;
  };
  let missing = 1n;
  await until(
    "what a wallet holds to add up",
    async () => {
      const { body } = await player.call("GET", `/api/wallet/balance/${player.address}`);
      const holdings = BigInt(await player.chainBalance()) + BigInt(Math.round(body.balance * SOL));
      missing = (await expected()) - holdings;
      return missing === 0n;
    },
    { patienceMs: 20_000, everyMs: 2_000 },
  ).catch(() => null);
  return missing;
}
