import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { openLog } from "./log.ts";

const WALLET = "7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2";
const SALT = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The line that the log writes when a statement fails. */
async function lineOf(statement: ReturnType<typeof sql>, wrap = (error: unknown): unknown => error) {
  const lines: string[] = [];
  const log = openLog("info", { write: (line: string) => void lines.push(line) });
  await database.db.execute(statement).then(
    () => expect.fail("the statement did not fail"),
    (error: unknown) => log.error({ err: wrap(error) }, "it failed"),
  );
  return lines.join("");
}

it.each([
  [
    "a key that exists twice",
    sql`insert into sign_in_nonces (nonce, browser_hash, input, expires_at)
        select ${SALT}, ${WALLET}, '{}', now() from generate_series(1, 2)`,
    "23505",
  ],
  ["a value of another type", sql`select ${WALLET + SALT}::integer`, "22P02"],
  [
    "a row that lacks a value",
    sql`insert into sign_in_nonces (nonce, browser_hash) values (${SALT}, ${WALLET})`,
    "23502",
  ],
  [
    "a trigger that quotes",
    sql`do $$ begin raise exception 'no ${sql.raw(WALLET)}' using errcode = 'check_violation'; end $$`,
    "23514",
  ],
])("OPERATE-5 a statement fails by %s: the log quotes none", async (_why, statement, code) => {
  for (const wrap of [
    (error: unknown) => error,
    (error: unknown) => new Error("outer", { cause: error }),
    (error: unknown) => new AggregateError([error], "several"),
  ]) {
    const line = await lineOf(statement, wrap);
    expect(line).not.toContain(WALLET);
    expect(line).not.toContain(SALT);
    expect(line).toContain(`"code":"${code}"`);
    expect(line).toMatch(/Failed query: /);
    expect(line).toMatch(/"at .*describe-error/);
  }
});

/** A secret key looks like a signature. */
const keyBytes = Array.from({ length: 64 }, (_, n) => (n * 37) % 256);

it.each([
  ["a wallet", WALLET],
  ["a secret key in base58", "5".repeat(87)],
  ["a secret key in hexadecimal", SALT + SALT],
  ["the file of a key", JSON.stringify(keyBytes)],
  ["the bytes of a key", inspect(new Uint8Array(keyBytes), { maxArrayLength: null })],
])("OPERATE-5 an error of our own that names %s is written without it", (_what, secret) => {
  const lines: string[] = [];
  const log = openLog("info", { write: (line: string) => void lines.push(line) });
  log.warn({ err: new Error(`the referrer (${secret})`) }, "it failed");
  expect(lines[0]).toMatch(/the referrer \((Uint8Array\(64\) )?\[hidden\]\)/);
});
