import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeOnServer } from "../../tests/support/database.ts";
import { systemClock as clock } from "../server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../server/adapters/entropy.ts";
import type { Db } from "../server/foundation/db/database.ts";
import { openPostgres } from "../server/foundation/db/open-postgres.ts";
import { seedVault } from "../server/features/races/seeds/seed-chain.ts";
import { checkDatabase } from "./check-database.ts";
import { checkKeys } from "./check-keys.ts";

const serverUrl = process.env["TEST_DATABASE_URL"];

describe.skipIf(serverUrl === undefined)("the doctor looks into a Postgres database", () => {
  let made: Awaited<ReturnType<typeof makeOnServer>>;
  let dataDir: string;
  beforeEach(async () => {
    made = await makeOnServer(serverUrl!);
    dataDir = mkdtempSync(join(tmpdir(), "furlong-doctor-"));
  });
  afterEach(async () => {
    await made.drop();
    rmSync(dataDir, { recursive: true });
  });
  const change = async (act: (db: Db) => Promise<unknown>) => {
    const opened = await openPostgres({ url: made.url, maxConnections: 1, onError: () => {} });
    await act(opened.db);
    await opened.close();
  };
  const schema = async () => {
    const config = { databaseUrl: made.url, dataDir, network: "devnet" } as const;
    const findings = await checkDatabase(config, () => clock.now());
    return findings.find(({ area }) => area === "database schema");
  };

  it("OPERATE-7 and finds what its schema lacks, and what somebody has added", async () => {
    expect(await schema()).toMatchObject({ status: "ok" });
    await change((db) => db.execute(sql`create index added_by_hand on bets (wallet)`));
    expect(await schema()).toMatchObject({
      status: "warning",
      detail: expect.stringContaining("added_by_hand"),
    });
    await change((db) => db.execute(sql`drop trigger append_only on ledger_entries`));
    expect(await schema()).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("trigger ledger_entries.append_only"),
    });
  });

  it("OPERATE-3 and finds that it holds seeds and the data folder no key to them", async () => {
    const seeds = async () => {
      const config = { databaseUrl: made.url, dataDir, houseMasterPassword: null, adminWallets: [] };
      const findings = await checkKeys({ ...config, network: "devnet" });
      return findings.find(({ area }) => area === "seeds")?.status;
    };
    expect(await seeds()).toBe("skipped");
    const vault = seedVault({ clock, entropy, seedKey: new Uint8Array(32) });
    await change((db) => db.transaction((tx) => vault.takeSeed(tx, { network: "devnet", anchored: false })));
    expect(await seeds()).toBe("failed");
  });
});
