import { sql } from "drizzle-orm";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeOnServer } from "../../../tests/support/database.ts";
import { databaseImage } from "../../../tests/support/database-image.ts";
import { backUp, type Place, restore } from "./backup.ts";
import type { OpenDatabase } from "./database.ts";
import { balanceOf, post } from "../books/ledger.ts";
import { lamports, signedLamports } from "../../domain/lamports.ts";
import { openEmbedded, restoreEmbedded } from "./open-embedded.ts";
import { openPostgres } from "./open-postgres.ts";
import { sqlState } from "./transaction.ts";

const serverUrl = process.env["TEST_DATABASE_URL"];
let folder: string;
let place: Place;
let drop = async () => {};
const file = () => join(folder, "copy");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "furlong-backup-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  if (serverUrl === undefined) {
    place = { dataDir, databaseUrl: null };
    await restoreEmbedded(dataDir, await databaseImage(), { replace: false });
  } else {
    const made = await makeOnServer(serverUrl);
    place = { dataDir, databaseUrl: made.url };
    drop = made.drop;
  }
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function withDatabase<T>(act: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const opened =
    place.databaseUrl === null
      ? await openEmbedded(place)
      : await openPostgres({ url: place.databaseUrl, maxConnections: 2, onError: () => {} });
  try {
    return await act(opened);
  } finally {
    await opened.close();
  }
}
const credit = (reference: string) =>
  withDatabase(({ db }) =>
    db.transaction((tx) =>
      post(tx, {
        reference,
        kind: "payment credited",
        ledger: "real",
        entries: [
          { account: "chain:deposit:d", lamports: signedLamports(-5n) },
          { account: "user:anna", lamports: lamports(5n) },
        ],
      }),
    ),
  );
const balance = () => withDatabase(({ db }) => balanceOf(db, "user:anna"));

describe("a backup", () => {
  it("brings the database back as it was, guards and counters included", async () => {
    await credit("first");
    await backUp(place, file());
    await credit("second");
    expect(await balance()).toBe(10n);

    await restore(place, file(), { replace: true });
    expect(await balance()).toBe(5n);
    await credit("second");
    expect(await balance()).toBe(10n);
    const deleting = withDatabase(({ db }) => db.execute(sql`delete from ledger_entries`));
    expect(await deleting.catch(sqlState)).toBe("23001");
  }, 60_000);

  it("carries the seed key beside it, both readable by their owner alone", async () => {
    await credit("first");
    writeFileSync(join(place.dataDir, "seed-key"), "key", { mode: 0o600, flag: "w" });
    expect(await backUp(place, file())).toEqual({ hasSeedKey: true });
    expect([file(), `${file()}.seed-key`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);

    writeFileSync(join(place.dataDir, "seed-key"), "other key");
    await expect(restore(place, file(), { replace: false })).rejects.toThrow("is another key");
    expect(await restore(place, file(), { replace: true })).toEqual({ hasSeedKey: true });
    expect(readFileSync(join(place.dataDir, "seed-key"), "utf8")).toBe("key");
  }, 60_000);

  it("never overwrites unasked", async () => {
    await credit("first");
    await backUp(place, file());
    await expect(backUp(place, file())).rejects.toThrow("exists already");
    await expect(restore(place, file(), { replace: false })).rejects.toThrow("--replace");
    writeFileSync(join(folder, "text"), "no copy");
    await expect(restore(place, join(folder, "text"), { replace: true })).rejects.toThrow("is not a copy");
    expect(await balance()).toBe(5n);
  }, 60_000);

  it("a database in use is not replaced", async () => {
    await credit("first");
    await backUp(place, file());
    await withDatabase(async () => {
      await expect(restore(place, file(), { replace: true })).rejects.toThrow(/in use|is using/);
    });
  }, 60_000);
});
