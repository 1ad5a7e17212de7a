import { lamports } from "../../src/domain/lamports.ts";
import type { Cluster } from "./cluster.ts";
import type { Environment } from "./environment.ts";
import { isSet, text } from "./oracle/mirror.ts";
import { players } from "./player-strategies.ts";
import { type ServerProcess, THIEF } from "./process.ts";
import type { Random } from "./random.ts";
import type { Actor } from "./world.ts";

interface Ports {
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly muted: ReadonlySet<string>;
}

/** Wallets of the thief's own: a bettor who is given money, and one that becomes an admin if anybody approves it. */
const accomplice = "AccompLiceAdmin11111111111111111111111111111";
const SOL = 1_000_000_000n;
const DAY_MS = 86_400_000;

type Theft = (server: ServerProcess) => Promise<unknown>;

/**
 * An admin who robs the house with a single key: takes up to the limit again and again, by every act that counts, asks
 * for more, appoints who is to approve it, and raises the limit (rules IDENTITY-5 and APPROVALS-8). Each theft is done
 * twice at once. The oracle knows how much one admin may move.
 */
export function startThief({ environment, cluster, random, isOver, muted }: Ports): void {
  if (muted.has("thief")) return;
  const { world, oracle } = environment;
  const { mirror } = oracle;
  const thief: Actor = { name: "thief", isAlive: true, pausedUntilMs: 0 };
  const friend = random.pick(players).pair.address;
  const waiting = () => [...mirror.approvals.values()].filter(({ status }) => status === "waiting");
  const some = () => random.pick([SOL / 10n, SOL / 4n, SOL / 2n]);

  const thefts: readonly (() => Theft)[] = [
    () => {
      const seen = oracle.balance(`user:${friend}`);
      const wanted = seen + some();
      return ({ use }) => use.setBalance({ wallet: friend, seen, wanted }, THIEF);
    },
    () => {
      const request = { playerWallet: friend, amount: lamports(some()) };
      return ({ use }) => use.transferManually(request, THIEF);
    },
    () => {
      const lost = [...mirror.bets.values()].filter(({ result }) => result === "loss").slice(-20);
      const bet = lost.length === 0 ? null : text(random.pick(lost), "id");
      return async ({ use }) => bet !== null && use.refundBet(bet, THIEF);
    },
    () => {
      const settled = [...mirror.races.values()].filter(
        (race) => race["status"] === "completed" && isSet(race, "settled_at"),
      );
      const raceId = settled.length === 0 ? null : text(random.pick(settled.slice(-3)), "id");
      return async ({ use }) =>
        raceId !== null && use.refundRace({ raceId, reason: "it should not have counted" }, THIEF);
    },
    () => {
      const terms = { raceType: "sprint", houseEdge: 0, minBets: 2, countdownSeconds: 10 } as const;
      return ({ use }) => use.askSpecialRace({ ...terms, jackpotAmount: lamports(some()) }, THIEF);
    },
    () => {
      const jackpot = random.pick(["0.05", "0.2", "0.5"]);
      return ({ use }) => use.setJackpot(jackpot, THIEF);
    },
    () =>
      ({ use }) =>
        use.setLimit("1000", THIEF),
    () =>
      ({ use }) =>
        use.setAdmin(accomplice, true, THIEF),
    () => {
      // Most often its own requests, and others' to find out whether the accomplice may approve at all.
      const own = waiting().filter(({ asked_by: by }) => by === THIEF);
      const newest = (own.length > 0 && random.chance(0.7) ? own : waiting()).at(-1);
      const id = newest === undefined ? null : text(newest, "id");
      const by = random.pick([THIEF, accomplice, accomplice]);
      // Just before the newest one expires, an accomplice who was appointed before may approve.
      const lateMs = random.pick([0, DAY_MS - 30_000]);
      return async ({ use }) => id !== null && use.approveRequest(id, by, lateMs);
    },
    () => {
      const request = { walletAddress: random.pick(players).pair.address, referrer: friend };
      return ({ use }) => use.setReferrer(request, THIEF);
    },
  ];

  void (async () => {
    while (!isOver()) {
      await world.sleep(thief, random.between(3_000, 12_000));
      const server = cluster.any();
      const other = cluster.any() ?? server;
      if (isOver() || !server || !other) continue;
      const theft = random.pick(thefts)();
      world.note("thief acts");
      await Promise.allSettled([server.call(() => theft(server)), other.call(() => theft(other))]);
    }
  })();
}
