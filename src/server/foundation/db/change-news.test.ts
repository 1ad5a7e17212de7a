import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeOnServer, openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { until } from "../../../../tests/support/until.ts";
import { systemClock } from "../../adapters/clock.ts";
import { writeSetting } from "../settings/stored-settings.ts";
import { openPostgres } from "./open-postgres.ts";
import type { Change } from "./change-news.ts";

let database: TestDatabase;
let told: Change[];
beforeEach(async () => {
  database = await openTestDatabase();
  await database.tend(systemClock);
  told = [];
  for (const change of ["races", "bets", "payments", "repeats", "settings", "log"] as const)
    database.changes.onChange([change], () => told.push(change));
});
afterEach(() => database.close());

const setCountdown = (value: string) =>
  database.db.transaction((tx) =>
    writeSetting(tx, { key: "countdown_seconds", value, by: null, at: new Date(0) }),
  );

/** Waits for the notification of a change: notifications arrive in order, so none of an earlier change can follow. */
async function untilToldOf(change: Change) {
  await until(`news of ${change}`, () => Promise.resolve(told.includes(change)), { everyMs: 5 });
}

it("IDLE-2 a commit is told, and a transaction that was taken back is not", async () => {
  const takenBack = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into bet_repeats select * from bet_repeats`);
    throw new Error("taken back");
  });
  await expect(takenBack).rejects.toThrow("taken back");
  expect(told).toEqual([]);
  await setCountdown("40");
  await untilToldOf("settings");
  expect(told).toEqual(["settings"]);
});

it("IDLE-2 who has stopped listening is told nothing", async () => {
  let calls = 0;
  const stop = database.changes.onChange(["settings"], () => (calls += 1));
  stop();
  await setCountdown("40");
  await untilToldOf("settings");
  expect(calls).toBe(0);
});

const serverUrl = process.env["TEST_DATABASE_URL"];
it.runIf(serverUrl)(
  "IDLE-2 a connection that broke is opened anew, and everybody looks at what was missed meanwhile",
  async () => {
    const { url, drop } = await makeOnServer(serverUrl ?? "");
    const errors: unknown[] = [];
    const { db, changes, tend, close } = await openPostgres({ url, onError: (error) => errors.push(error) });
    try {
      let looks = 0;
      changes.onChange(["bets"], () => (looks += 1));
      await tend(systemClock);
      expect(looks).toBe(1);
      await tend(systemClock);
      expect(looks).toBe(1);
      await db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'furlong-changes' and datname = current_database()`,
      );
      await until("the break to be noticed", () => Promise.resolve(errors.length > 0), { everyMs: 5 });
      await tend(systemClock);
      expect(looks).toBe(2);
      expect(errors).toHaveLength(1);
    } finally {
      await close();
      await drop();
    }
  },
);
