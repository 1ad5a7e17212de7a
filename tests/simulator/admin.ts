import { lamports } from "../../src/domain/lamports.ts";
import { openRace } from "./betting.ts";
import { players } from "./player-strategies.ts";
import { sendRepeatedly } from "./resenders.ts";
import type { Cluster } from "./cluster.ts";
import { housePool, type Keypair } from "./keys.ts";
import { isSet, text } from "./oracle/mirror.ts";
import { ADMIN, OTHER_ADMINS, type ServerProcess } from "./process.ts";
import type { Random } from "./random.ts";
import type { Environment } from "./environment.ts";
import { masterPassword, masterPasswords } from "./wrapped-key.ts";
import { signOwn } from "./wallet.ts";
import { type Actor, Violation } from "./world.ts";

interface Ports {
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly muted: ReadonlySet<string>;
  /** Pays into the house from outside. */
  readonly funder: Keypair;
}

const HOUR_MS = 3_600_000;

const adminActs = [
  "refunds a race",
  "refunds a settled race",
  "refunds a bet",
  "changes a setting",
  "retries a payment",
  "bans a player",
  "asks for a special race",
  "cancels a special race",
  "transfers money",
  "transfers money with a key",
  "refills a hot wallet",
  "sets a balance",
  "approves a request",
  "rejects a request",
  "funds the house",
  "adds wallets",
  "retires a wallet",
  "sweeps the house",
  "processes withdrawals",
  "locks the house",
  "changes the password",
  "orders special races",
  "approves too late",
  "reads",
] as const;
type Act = (typeof adminActs)[number];

const weights: Readonly<Record<Act, number>> = {
  "refunds a race": 1,
  "refunds a settled race": 2,
  "refunds a bet": 9,
  "changes a setting": 12,
  "retries a payment": 5,
  "bans a player": 3,
  "asks for a special race": 3,
  "cancels a special race": 2,
  "transfers money": 3,
  "transfers money with a key": 4,
  "refills a hot wallet": 3,
  "sets a balance": 3,
  "approves a request": 8,
  "rejects a request": 1,
  "funds the house": 1,
  "adds wallets": 2,
  "retires a wallet": 3,
  "sweeps the house": 4,
  "processes withdrawals": 4,
  "locks the house": 1,
  "changes the password": 1,
  "orders special races": 2,
  "approves too late": 1,
  reads: 2,
};
const bag = adminActs.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind));

/** When nearly everything goes to the house, winnings are too small for an empty wallet. */
const houseEdge = ["house_edge", ["0", "2.5", "5", "10", "99.9", "99.9"]] as const;

const settings: readonly (readonly [string, readonly string[]])[] = [
  houseEdge,
  houseEdge,
  ["referral_rate", ["0", "5", "10", "10"]],
  ["bonus_fund_share", ["0", "33.3", "50", "100"]],
  ["superfecta_bonus_sol", ["0.01", "0.05", "0.3"]],
  ["jackpot_pool_amount", ["0", "0", "0.05", "500000"]],
  ["min_bets_to_start", ["2", "2", "2", "3"]],
  ["min_bet_amount", ["0.01"]],
  ["outcome_entropy", ["beacon", "beacon", "sealed"]],
  ["testing_mode_enabled", ["true"]],
  ["site_maintenance_enabled", ["true"]],
  ["age_notice_enabled", ["true"]],
  ["minimum_age", ["18", "21"]],
  ["next_race_delay", ["0", "1", "3"]],
  ["countdown_seconds", ["10", "10", "15"]],
];

/** An admin who refunds, changes settings and presses everything twice. */
export function startAdmin(ports: Ports): void {
  if (ports.muted.has("admin")) return;
  const admin: Actor = { name: "admin", isAlive: true, pausedUntilMs: 0 };
  void (async () => {
    while (!ports.isOver()) {
      await ports.environment.world.sleep(admin, ports.random.between(4_000, 20_000));
      if (ports.isOver()) return;
      const kind = ports.random.pick(bag);
      try {
        await resumeIfHalted(ports);
        await act(ports, admin, kind);
      } catch (error) {
        ports.environment.world.note(
          `admin gives up: ${error instanceof Error ? error.message.slice(0, 60) : ""}`,
        );
      }
    }
  })();
}

/** When payments are halted, an admin checks and resumes them once books and chain agree. */
export async function resumeIfHalted({
  environment,
  cluster,
}: Pick<Ports, "environment" | "cluster">): Promise<void> {
  if (!environment.oracle.mirror.settings.get("payments_halted")) return;
  const server = cluster.any();
  if (!server) return;
  const resumed = await server.call(() => server.use.resumePayments());
  environment.world.note(`admin resumes payments: ${resumed.ok ? "ok" : resumed.code}`);
}

/** The same act pressed on two servers at once, or twice on one. */
const pressOnBoth = (
  server: ServerProcess,
  second: ServerProcess,
  press: (server: ServerProcess) => Promise<unknown>,
) => Promise.allSettled([server.call(() => press(server)), second.call(() => press(second))]);

async function act({ environment, cluster, random, funder }: Ports, admin: Actor, kind: Act): Promise<void> {
  const { world, oracle } = environment;
  const server = cluster.any();
  world.note(`admin ${kind}`);
  switch (kind) {
    case "refunds a race":
    case "refunds a settled race": {
      const races = [...oracle.mirror.races.values()];
      const settled = races.filter((race) => race["status"] === "completed" && isSet(race, "settled_at"));
      const targets = kind === "refunds a race" ? [openRace(environment) ?? races.at(-1)] : settled.slice(-4);
      const race = targets.length === 0 ? null : random.pick(targets);
      if (!race || !server) return;
      const reason = kind === "refunds a race" ? "an admin's wish" : "it should not have counted";
      const request = { raceId: text(race, "id"), reason };
      const second = cluster.any() ?? server;
      await pressOnBoth(server, second, ({ use }) => use.refundRace(request));
      return;
    }
    case "refunds a bet": {
      const bets = [...oracle.mirror.bets.values()].filter(({ status }) => status === "confirmed");
      // Half of the time a bet in the race that takes bets or is running.
      const newest = bets.filter((bet) => !isSet(bet, "result"));
      const some = newest.length > 0 && random.chance(0.5) ? newest : bets.slice(-40);
      if (!server || some.length === 0) return;
      const id = text(random.pick(some), "id");
      const second = cluster.any() ?? server;
      await pressOnBoth(server, second, ({ use }) => use.refundBet(id));
      return;
    }
    case "changes a setting": {
      const passing = ["testing_mode_enabled", "site_maintenance_enabled", "age_notice_enabled"].find(
        (key) => oracle.mirror.settings.get(key) === "true",
      );
      const [key, values] = passing ? [passing, ["false"]] : random.pick(settings);
      const change = { key, value: random.pick(values), by: ADMIN };
      if (!server) return;
      if (key === "jackpot_pool_amount") await server.call(() => server.use.setJackpot(change.value));
      else await server.call(() => server.use.changeSetting(change));
      return;
    }
    case "retries a payment": {
      const some = [...oracle.mirror.payments.values()].slice(-25);
      if (!server || some.length === 0) return;
      const id = text(random.pick(some), "id");
      const second = cluster.any() ?? server;
      await pressOnBoth(server, second, ({ use }) => use.retryPayment(id));
      return;
    }
    case "bans a player": {
      const repeating = [...oracle.mirror.repeats.values()].filter((one) => !isSet(one, "ended_at"));
      const wallet =
        repeating.length > 0 && random.chance(0.5)
          ? text(random.pick(repeating), "wallet")
          : random.pick(players).pair.address;
      const hours = random.between(5_000, 60_000) / HOUR_MS;
      if (server) await server.call(() => server.use.banPlayer({ wallet, hours }));
      return;
    }
    case "asks for a special race": {
      // The last of these requires another admin's approval.
      const jackpot = random.pick([0n, 200_000_000n, 200_000_000n, 600_000_000n]);
      const request = {
        raceType: "sprint" as const,
        houseEdge: random.pick([0, 5, 99.9, 100]),
        jackpotAmount: lamports(jackpot),
        minBets: 2,
        countdownSeconds: 10,
      };
      if (server) await server.call(() => server.use.askSpecialRace(request));
      return;
    }
    case "cancels a special race": {
      const waiting = [...oracle.mirror.specialRaces.values()].filter(
        (special) => !isSet(special, "race_id") && !isSet(special, "cancelled_at"),
      );
      if (!server || waiting.length === 0) return;
      const id = text(random.pick(waiting), "id");
      const second = cluster.any() ?? server;
      await pressOnBoth(server, second, ({ use }) => use.cancelSpecialRace(id));
      return;
    }
    case "transfers money": {
      const second = cluster.any() ?? server;
      if (!server || !second) return;
      const playerWallet = random.pick(players).pair.address;
      // The last of these requires another admin's approval.
      const request = {
        playerWallet,
        amount: lamports(random.pick([20_000_000n, 200_000_000n, 600_000_000n])),
      };
      await pressOnBoth(server, second, ({ use }) => use.transferManually(request));
      return;
    }
    case "transfers money with a key": {
      const { requests } = oracle;
      const caller = random.pick([ADMIN, ...OTHER_ADMINS]);
      const payment = {
        caller,
        key: `again-${requests.keysOf(caller)}`,
        destination: random.pick(players).pair.address,
        lamports: requests.ownAmount(20_000_000n),
      };
      const sender = { environment, cluster, random, actor: admin };
      return sendRepeatedly(sender, payment, ({ use }) => use.transferWithKey(payment));
    }
    case "refills a hot wallet": {
      const second = cluster.any() ?? server;
      if (!server || !second) return;
      const wanted = lamports(random.pick([50_000_000n, 300_000_000n, 700_000_000n]));
      await pressOnBoth(server, second, ({ use }) => use.refillHotWallet(wanted));
      return;
    }
    case "sets a balance": {
      const second = cluster.any() ?? server;
      if (!server || !second) return;
      // Most often a player who was credited a payment.
      const credited = [...oracle.mirror.deposits.values()].filter(({ outcome }) => outcome === "credit");
      const wallet =
        credited.length > 0 ? text(random.pick(credited), "payer") : random.pick(players).pair.address;
      const seen = oracle.balance(`user:${wallet}`);
      const wanted = random.pick([0n, seen / 2n, seen + 50_000_000n, seen + 600_000_000n]);
      const request = { wallet, seen, wanted };
      await pressOnBoth(server, second, async ({ use }) => {
        const outcome = await use.setBalance(request);
        if (!outcome.ok || outcome.value.done === null) return;
        const { previousBalance } = outcome.value.done;
        if (previousBalance !== seen)
          world.fail(new Violation(`MONEY-24 ${wallet} had ${previousBalance}, and the admin saw ${seen}`));
      });
      return;
    }
    case "approves a request": {
      const waiting = [...oracle.mirror.approvals.values()].filter(({ status }) => status === "waiting");
      if (!server || waiting.length === 0) return;
      const id = text(random.pick(waiting), "id");
      const second = cluster.any() ?? server;
      await Promise.allSettled(
        random.pick([OTHER_ADMINS, OTHER_ADMINS, [ADMIN, ...OTHER_ADMINS]]).map((by, index) => {
          const asked = index === 0 ? server : second;
          return asked.call(() => asked.use.approveRequest(id, by));
        }),
      );
      return;
    }
    case "rejects a request": {
      const waiting = [...oracle.mirror.approvals.values()].filter(({ status }) => status === "waiting");
      if (!server || waiting.length === 0) return;
      const id = text(random.pick(waiting), "id");
      const by = random.pick([ADMIN, ...OTHER_ADMINS]);
      const second = cluster.any() ?? server;
      const decisions = [
        second.call(() => second.use.approveRequest(id, random.pick(OTHER_ADMINS))),
        server.call(() => server.use.rejectRequest(id, by)),
      ];
      await Promise.allSettled(decisions);
      return;
    }
    case "funds the house": {
      const { chain } = environment;
      const transfers = [
        { to: random.pick([...oracle.mirror.houseWallets.keys()]), lamports: 1_000_000_000n },
      ];
      const blockhash = chain.hashOf(chain.latestBlockAt(chain.tip()));
      const { wire } = signOwn(funder, { transfers, memo: null, blockhash });
      return world.operation(admin, "funds the house", async () => void chain.receive(wire, world.nowMs()));
    }
    case "adds wallets": {
      const kind = random.pick(["deposit", "deposit", "hot", "treasury"] as const);
      const second = cluster.any() ?? server;
      // Wallets from another process's commit that is not known yet must be counted too.
      const left = housePool[kind].length - environment.walletsMade[kind];
      if (!server || !second || left < 4) return;
      await Promise.allSettled([
        server.call(() => server.use.addWallets(kind, random.between(1, 2), ADMIN)),
        second.call(() => second.use.addWallets(kind, 1, "SecondAdmin")),
      ]);
      return;
    }
    case "retires a wallet": {
      const kind = random.pick(["deposit", "deposit", "hot", "treasury"] as const);
      const active = [...oracle.mirror.houseWallets.values()].filter(
        (wallet) => wallet["kind"] === kind && wallet["is_active"] === true,
      );
      const second = cluster.any() ?? server;
      if (!server || !second || active.length === 0) return;
      const [one, other] = [random.pick(active), random.pick(active)];
      await Promise.allSettled([
        server.call(() => server.use.retireWallet(text(one, "address"), ADMIN)),
        second.call(() => second.use.retireWallet(text(other, "address"), "SecondAdmin")),
      ]);
      return;
    }
    case "sweeps the house": {
      const second = cluster.any() ?? server;
      if (!server || !second) return;
      await pressOnBoth(server, second, ({ use }) => use.sweepHouse(masterPassword(environment)));
      return;
    }
    case "processes withdrawals": {
      const second = cluster.any() ?? server;
      if (!server || !second) return;
      await pressOnBoth(server, second, ({ use }) => use.processWithdrawals(masterPassword(environment)));
      return;
    }
    case "locks the house": {
      if (!server) return;
      await server.call(() => server.use.lockHouse());
      await world.sleep(admin, random.between(500, 8_000));
      await server.call(() => server.use.unlockHouse(masterPassword(environment)));
      return;
    }
    case "changes the password": {
      const second = cluster.any() ?? server;
      if (!server || !second) return;
      const now = masterPassword(environment);
      const [next, other] = masterPasswords.filter((password) => password !== now);
      await Promise.allSettled([
        server.call(() => server.use.changePassword(now, next ?? now)),
        second.call(() => second.use.changePassword(now, other ?? now)),
      ]);
      return;
    }
    case "orders special races": {
      const ids = [...oracle.mirror.specialRaces.values()]
        .filter((special) => !isSet(special, "race_id") && !isSet(special, "cancelled_at"))
        .toSorted((a, b) => Number(a["position"]) - Number(b["position"]))
        .map((special) => text(special, "id"));
      const second = cluster.any() ?? server;
      if (!server || !second || ids.length === 0) return;
      // By now the first may have been opened or cancelled, and another may have been added.
      await world.sleep(admin, random.between(0, 3_000));
      await Promise.allSettled([
        server.call(() => server.use.orderSpecialRaces(ids.toReversed())),
        second.call(() => second.use.orderSpecialRaces([...ids.slice(1), ...ids.slice(0, 1)])),
      ]);
      return;
    }
    case "approves too late": {
      const waiting = [...oracle.mirror.approvals.values()].filter(({ status }) => status === "waiting");
      if (!server || waiting.length === 0) return;
      const id = text(random.pick(waiting), "id");
      await server.call(() => server.use.approveRequest(id, random.pick(OTHER_ADMINS), 25 * HOUR_MS));
      return;
    }
    case "reads":
      if (!server) return;
      await server.call(() => server.use.activeRace(random.pick(players).pair.address));
      await server.call(() => server.use.readSolvency());
  }
}
