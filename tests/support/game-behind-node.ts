import { newPlayer, type Player } from "./player.ts";
import { freePort, type ServerProcess, startServer } from "./server-process.ts";
import { until } from "./until.ts";

const SOL = 1_000_000_000;
const HOUSE_SOL = 100;
const PLAYER_SOL = 10;
const METRICS_TOKEN = "metrics-token-of-a-test";

interface Options {
  /** The node that the server calls. */
  readonly nodeUrl: string;
  /** The node that the players' own wallets call. */
  readonly chainUrl: string;
  readonly players: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Node's arguments that start the server; from its sources if absent. */
  readonly program?: readonly string[];
}

/** The product as it runs on a public network: the chain is elsewhere and is reached through a node. */
export interface GameBehindNode {
  readonly server: ServerProcess;
  readonly admin: Player;
  readonly players: readonly Player[];
  /** Resolves with the race that takes bets, once there is one. */
  readonly openRace: () => Promise<{
    readonly id: string;
    readonly horses: readonly { readonly id: number }[];
  }>;
  /** Waits until the race is over and every payment of the house is final. */
  readonly settled: (raceId: string) => Promise<void>;
  /** A metric from `/metrics`, summed over the labels that are not given. */
  readonly metric: (name: string, labels?: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openGameBehindNode(options: Options): Promise<GameBehindNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let number = 0;
  const player = () => {
    number += 1;
    const headers = { "x-forwarded-for": `10.0.0.${number}` };
    return newPlayer(url, { rpcUrl: options.chainUrl, headers });
  };
  const admin = player();
  const server = await startServer({
    port,
    ...(options.program && { program: options.program }),
    env: {
      SOLANA_NETWORK: "devnet",
      RPC_URL_DEVNET: options.nodeUrl,
      PUBLIC_ORIGIN: url,
      ADMIN_WALLETS: admin.address,
      HOUSE_MASTER_PASSWORD: "Behind-A-Node-1234!",
      METRICS_TOKEN,
      // Each player comes from a separate address, as real ones do.
      TRUST_PROXY: "1",
      ...options.env,
    },
  });
  const metric = async (name: string, labels = "") => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    const figures = text
      .split("\n")
      .filter(
        (line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(labels),
      );
    return figures.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };
  try {
    await fundHouse(admin);
    for (const [settingKey, settingValue] of Object.entries(options.settings ?? {})) {
      const body = { adminWallet: admin.address, settingKey, settingValue };
      const answer = await admin.call("POST", "/api/admin/settings", { body });
      if (answer.status !== 200) throw new Error(`${settingKey}: ${answer.text}`);
    }
    const players = Array.from({ length: options.players }, player);
    for (const [at, one] of players.entries()) {
      await one.signIn();
      const created = await one.createProfile(`player-${at + 1}`);
      if (created.status !== 201) throw new Error(`player ${at + 1}: ${created.text}`);
      await one.airdrop(PLAYER_SOL * SOL);
    }
    return {
      server,
      admin,
      players,
      openRace: () =>
        until("a race that takes bets", async () => {
          const { body } = await admin.call("GET", "/api/races/active");
          const race = body?.race;
          return race?.status === "pending" && typeof race.bettingOpensAt === "string" ? race : null;
        }),
      async settled(raceId) {
        await until("the race to be over", async () => {
          const { body } = await admin.call("GET", `/api/races/${raceId}`);
          // A race without a bet on the winner is refunded.
          return body?.race?.status === "completed" || body?.race?.status === "refunded";
        });
        // Its payouts are queued once its bets are final, so for a while nothing may be pending.
        for (let quietRounds = 0; quietRounds < 10; quietRounds += 1) {
          if ((await metric("furlong_payments_pending")) > 0) quietRounds = -1;
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
      },
      metric,
      close: async () => void (await server.stop()),
    };
  } catch (error) {
    await server.kill();
    throw new Error(`The game did not open:\n${server.lines.slice(-20).join("\n")}`, { cause: error });
  }
}

/** On a cluster only its operator fills the house's wallets. */
async function fundHouse(admin: Player): Promise<void> {
  await admin.airdrop(2 * HOUSE_SOL * SOL);
  await admin.signIn();
  const hot = await until("the hot wallet's address", async () => {
    const { body } = await admin.call("GET", "/api/solvency");
    return body?.holdings?.find((holding: { kind: string }) => holding.kind === "hot")?.address;
  });
  await admin.transfer(hot, HOUSE_SOL * SOL);
}
