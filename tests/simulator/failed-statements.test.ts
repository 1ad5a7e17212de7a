import { type SQL, sql } from "drizzle-orm";
import { PgliteSession } from "drizzle-orm/pglite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api } from "../../src/contract/api.ts";
import { openLog } from "../../src/server/adapters/log.ts";
import { newBrowser, newWallet } from "../support/browser-session.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { openTestServer } from "../support/http-server.ts";
import { runSeed } from "./run-seed.ts";

/** Looks like a wallet, and like nothing that the log hides by its form. */
const SECRETS = ["7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2", "sotto voce"];

let database: TestDatabase;
const statements = new Set<string>();
beforeAll(async () => {
  const sent = vi.spyOn(PgliteSession.prototype, "prepareQuery");
  const realNow = Date.now;
  await runSeed({ seed: 5n, races: 4 });
  Date.now = realNow;
  await makeEachCall();
  for (const [{ sql: text }] of sent.mock.calls) statements.add(text);
  sent.mockRestore();
  database = await openTestDatabase();
}, 600_000);
afterAll(() => database.close());

/** As an admin, with a body that is wrong for most: who calls is looked up all the same, and lists are read. */
async function makeEachCall() {
  const wallet = newWallet();
  const server = await openTestServer({ adminWallets: [wallet.address] });
  const admin = newBrowser(server.url, wallet);
  await admin.signIn();
  await admin.stepUp("house-money");
  for (const { method, path } of Object.values(api)) {
    const at = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
      name === "wallet" ? wallet.address : "r1",
    );
    await admin.call(method, `/api${at}`, method === "GET" ? {} : { body: {} });
  }
  await server.close();
}

/** The statement with the secret in the place of each of its values. */
function withSecret(text: string, secret: string): SQL {
  const [first = "", ...rest] = text.split(/\$\d+/);
  return sql.join([sql.raw(first), ...rest.flatMap((part) => [sql`${secret}`, sql.raw(part)])]);
}

it("OPERATE-5 each statement of a whole history and of the calls fails: the log quotes no value", async () => {
  const lines: string[] = [];
  const log = openLog("info", { write: (line: string) => void lines.push(line) });
  for (const text of statements) {
    for (const secret of SECRETS) {
      await database.db
        .transaction(async (tx) => {
          await tx.execute(withSecret(text, secret));
          // It takes any text: without its tables it fails all the same.
          await tx.execute(sql`set local search_path to pg_catalog`);
          await tx.execute(withSecret(text, secret));
          await tx.execute(sql`select ${secret}::integer`);
        })
        .catch((error: unknown) => log.error({ err: error }, "it failed"));
    }
  }
  expect(statements.size).toBeGreaterThan(200);
  expect(lines).toHaveLength(statements.size * SECRETS.length);
  expect(lines.filter((line) => SECRETS.some((secret) => line.includes(secret)))).toEqual([]);
});
