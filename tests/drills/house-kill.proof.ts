import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { Answer, Json } from "../support/browser-session.ts";
import { newPlayer } from "../support/player.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";

const SOL = 1_000_000_000;
/** Lamports of a transaction with one signature. */
const FEE = 5_000;
/** When an operation is killed, as a share of the time it takes: before its commit, around it, and while it is paid. */
const PARTS = [0.6, 1];
const NEXT_PASSWORD = "Ein Pferd, 2 Königreiche für 5 €!";

let server: ServerProcess | null = null;
afterAll(() => server?.stop());

it("HOUSE-3 HOUSE-4 HOUSE-6 MONEY-24 MONEY-29 killed in the middle of each house operation, it is done once or not at all", async () => {
  const port = await freePort();
  const env = { LOCAL_SLOT_MS: "100", LOCAL_PLAYERS: "0" };
  const first = await startServer({ port, env });
  server = first;
  const { url, dataDir } = first;
  let password = readFileSync(join(dataDir, "house-password"), "utf8").trim();

  const admin = newPlayer(url);
  await admin.signIn();
  await admin.createProfile("a_chief");
  await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  const stepUp = async () => {
    for (const purpose of ["house-money", "balances", "house-wallets"]) await admin.stepUp(purpose);
  };
  const read = async (path: string): Promise<Json> => {
    const { body } = await admin.call("GET", `/api/${path}?walletAddress=${admin.address}`);
    return body;
  };
  const house = async (): Promise<Json> => read("house-wallet/overview");
  const work = (path: string, body: Json = {}) =>
    admin.call("POST", `/api/house-wallet/${path}`, {
      body: { adminWallet: admin.address, masterPassword: password, ...body },
    });
  /** The server checks one password a second. */
  const patiently = (call: () => Promise<Answer>) =>
    until("the call", async () => {
      const answer = await call();
      return answer.status !== 429 && answer;
    });
  const booksAgree = () =>
    until("books that agree with the chain", async () => {
      const { difference } = await read("solvency");
      const { wallets } = await house();
      return BigInt(difference) === 0n && wallets.every(({ balanceMatch }: Json) => balanceMatch);
    });

  const player = newPlayer(url);
  await player.signIn();
  await player.createProfile("saver");
  await player.airdrop(50 * SOL);
  const depositWallet = (await house()).wallets.find(({ type }: Json) => type === "deposit").address;

  /** For each operation: the call, and a check that afterwards it was done either once or not at all. */
  const operations: readonly {
    readonly name: string;
    readonly begin: () => Promise<{
      readonly call: () => Promise<Answer>;
      readonly check: () => Promise<void>;
    }>;
  }[] = [
    {
      name: "manual transfer",
      async begin() {
        const guest = newPlayer(url);
        const body = { playerWallet: guest.address, amount: 0.25 };
        return {
          call: () => work("manual-transfer", body),
          async check() {
            const { payouts } = await admin
              .call("GET", `/api/admin/payouts?walletAddress=${admin.address}&wallet=${guest.address}`)
              .then(({ body: reply }) => reply);
            expect(payouts.length).toBeLessThanOrEqual(1);
            await until(
              "the transfer",
              async () => (await guest.chainBalance()) === payouts.length * 0.25 * SOL,
            );
          },
        };
      },
    },
    {
      name: "refill",
      async begin() {
        const treasury = async () =>
          Math.round(
            (await house()).balances.find(({ wallet_type }: Json) => wallet_type === "treasury").total_sent *
              SOL,
          );
        const before = await treasury();
        return {
          call: () => work("refill", { amount: 0.5 }),
          async check() {
            const moved = (await treasury()) - before;
            expect([0, 0.5 * SOL + FEE]).toContain(moved);
          },
        };
      },
    },
    {
      name: "sweep",
      async begin() {
        await player.transfer(depositWallet, 0.3 * SOL);
        await booksAgree();
        const held = async (): Promise<number> =>
          (await house()).wallets.find(({ address }: Json) => address === depositWallet).onChainBalance;
        const sweeps = async (): Promise<Json[]> =>
          (await house()).recentTransactions.filter(
            (one: Json) => one.transaction_type === "sweep" && one.from_address === depositWallet,
          );
        const [heldBefore, before] = [await held(), (await sweeps()).map(({ id }) => id)];
        return {
          call: () => work("sweep"),
          async check() {
            const made = (await sweeps()).filter(({ id }) => !before.includes(id));
            expect(made.length).toBeLessThanOrEqual(1);
            const left = made.reduce((sum, { amount }) => sum + amount + FEE / SOL, 0);
            expect(heldBefore - (await held())).toBeCloseTo(left, 9);
          },
        };
      },
    },
    {
      name: "process withdrawals",
      async begin() {
        const before = await player.balance();
        await player.transfer(depositWallet, 0.2 * SOL);
        await until("the credit", async () => (await player.balance()) > before + 0.1);
        await admin.call("POST", "/api/house-wallet/lock", { body: { adminWallet: admin.address } });
        const held = await player.balance();
        const asked = { body: { walletAddress: player.address, amount: 0.1 } };
        await until(
          "the withdrawal",
          async () => (await player.call("POST", "/api/wallet/withdraw", asked)).status === 201,
        );
        return {
          call: () => work("process-withdrawals", { batchSize: 10 }),
          async check() {
            expect(await player.balance()).toBeCloseTo(held - 0.1, 9);
            const { withdrawals } = await read("house-wallet/withdrawal-queue");
            expect(withdrawals).toEqual([]);
          },
        };
      },
    },
    {
      name: "set balance",
      async begin() {
        const before = await player.balance();
        const after = Math.round((before + 0.125) * SOL) / SOL;
        return {
          call: () =>
            admin.call("POST", "/api/admin/balance", {
              body: {
                adminWallet: admin.address,
                walletAddress: player.address,
                expectedBalance: before,
                newBalance: after,
              },
            }),
          check: async () => expect([before, after]).toContain(await player.balance()),
        };
      },
    },
    {
      name: "add keys",
      async begin() {
        const before = (await house()).wallets.length;
        return {
          call: () => work("add-private-keys", { batchSize: 3 }),
          check: async () => expect([before, before + 3]).toContain((await house()).wallets.length),
        };
      },
    },
    // This one last: a server that starts with the old password starts locked.
    {
      name: "change of the password",
      async begin() {
        const old = password;
        const call = () =>
          work("change-password", { newPassword: NEXT_PASSWORD, confirmPassword: NEXT_PASSWORD });
        return {
          call,
          async check() {
            // One of the two passwords opens the house, and the other does not.
            password = NEXT_PASSWORD;
            const isChanged = (await patiently(() => work("unlock"))).status === 200;
            password = old;
            const other = await until("the password to be looked at", async () => {
              const answer = await work("unlock");
              return answer.body.code !== "RATE_LIMITED" && answer;
            });
            expect(other.status === 200).toBe(!isChanged);
          },
        };
      },
    },
  ];

  for (const { name, begin } of operations) {
    let tookMs = 0;
    for (const part of [null, ...(name === "change of the password" ? [1] : PARTS)]) {
      if (part === null && name === "change of the password") {
        // Done only once; the time is that of any password check.
        const startedAt = Date.now();
        await patiently(() => work("unlock"));
        tookMs = (Date.now() - startedAt) * 2;
        continue;
      }
      await stepUp();
      const { call, check } = await begin();
      const startedAt = Date.now();
      if (part === null) {
        const answer = await patiently(call);
        if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
        tookMs = Date.now() - startedAt;
      } else {
        // Nobody receives the answer of a server that dies.
        const asked = call().catch(() => null);
        await pause(tookMs * part);
        await server.kill();
        await asked;
        server = await startServer({ port, dataDir, env });
      }
      if (name === "process withdrawals") await patiently(() => work("unlock"));
      // First find out which password opens it: nothing is paid while the house is locked.
      if (name === "change of the password") await check();
      await until(
        "the end of every payment",
        async () => (await read("admin/overview")).waitingPayments.length === 0,
      );
      if (name !== "change of the password") await check();
      await booksAgree();
    }
  }
  expect(
    await read("admin/overview").then(({ problems }) => problems.map(({ code }: Json) => code)),
  ).not.toContain("PAYMENTS_HALTED");
}, 900_000);
