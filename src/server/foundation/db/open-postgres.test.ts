import { sql } from "drizzle-orm";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeOnServer } from "../../../../tests/support/database.ts";
import { openRelay, type Relay } from "../../../../tests/support/relay.ts";
import { until } from "../../../../tests/support/until.ts";
import { systemClock } from "../../adapters/clock.ts";
import type { OpenDatabase } from "./database.ts";
import { openPostgres } from "./open-postgres.ts";
import { CommitOutcomeUnknown, inTransaction } from "./transaction.ts";
import { isUnavailable } from "./unavailable.ts";

const serverUrl = process.env["TEST_DATABASE_URL"];

describe.runIf(serverUrl)("OPERATE-16 a Postgres server that may go silent", () => {
  let relay: Relay;
  let opened: OpenDatabase;
  let errors: string[];
  let closeAll: () => Promise<void>;
  beforeEach(async () => {
    const made = await makeOnServer(serverUrl!);
    relay = await openRelay(Number(new URL(made.url).port));
    const url = new URL(made.url);
    url.port = new URL(relay.url).port;
    errors = [];
    const onError = (error: unknown) => void errors.push(String(error));
    opened = await openPostgres({ url: url.href, maxConnections: 3, onError });
    const end = new AbortController();
    const tending = (async () => {
      while (!end.signal.aborted) {
        await opened.tend(systemClock);
        await systemClock.sleep(1_000, end.signal);
      }
    })();
    closeAll = async () => {
      end.abort();
      await tending;
      await opened.close();
      await relay.close();
      await made.drop();
    };
  });
  afterEach(() => closeAll());

  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => error,
    );

  it("fails whoever waits, refuses at once while it is silent, and is used again by itself", async () => {
    const { db } = opened;
    const waiting = [
      outcome(db.execute(sql`select pg_sleep(60)`)),
      outcome(db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`))),
      outcome(
        inTransaction(db, async () => {
          await until("the cut", async () => errors.length > 0, { patienceMs: 20_000 });
        }),
      ),
      // There are three connections.
      ...Array.from({ length: 20 }, () => outcome(db.execute(sql`select 1`))),
    ];
    await pause(500);
    relay.cut();
    const failures = await Promise.all(waiting);
    expect(failures.map(isUnavailable)).toEqual(failures.map(() => true));
    expect(failures[2]).toBeInstanceOf(CommitOutcomeUnknown);

    const late = pause(1_000, "not at once");
    const refusals = Promise.all(Array.from({ length: 200 }, () => outcome(db.execute(sql`select 1`))));
    const refused = await Promise.race([refusals, late]);
    expect(refused).not.toBe("not at once");
    expect((refused as unknown[]).every(isUnavailable)).toBe(true);

    relay.mend();
    await until("an answer", async () => (await outcome(db.execute(sql`select 1`))) === "done");
    expect(errors).toEqual(["Error: Postgres says nothing; every connection to it is given up"]);
  }, 40_000);

  it("lets a statement that takes long come to its end", async () => {
    const { db } = opened;
    expect(await outcome(db.execute(sql`select pg_sleep(8)`))).toBe("done");
    expect(errors).toEqual([]);
  }, 20_000);
});
