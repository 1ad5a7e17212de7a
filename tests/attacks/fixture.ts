/**
 * The running product as attackers meet it: one real server process on a real Postgres, with a fast embedded chain.
 * Attacks use only HTTP, sockets and plain TCP. What only the house can see, the database and the data folder, is read
 * here to determine whether an attack changed or revealed anything.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { buildWebIfStale } from "../../scripts/build.mjs";
import { type BrowserSession, type Json, newBrowser } from "../support/browser-session.ts";
import { startPostgres } from "../support/postgres.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { until } from "../support/until.ts";

export interface OpenRace {
  readonly id: string;
  readonly horses: readonly { readonly id: number }[];
}

export interface Fixture {
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly server: ServerProcess;
  /** Servers that single chapters start in addition. */
  readonly others: { readonly server: ServerProcess; readonly masterPassword: string }[];
  /** The body of every answer that this process received, whoever sent the request. */
  readonly answers: readonly string[];
  /** Every session token and sign-in token that was issued to a browser. */
  readonly tokens: ReadonlySet<string>;
  /** Made an admin by local mode's own call. */
  readonly admin: BrowserSession;
  /** A signed-in player with a profile and 20 SOL on the chain. */
  readonly newPlayer: () => Promise<Player>;
  /** A browser without a session. */
  readonly visitor: (options?: Parameters<typeof newBrowser>[2]) => BrowserSession;
  readonly set: (settingKey: string, settingValue: string) => Promise<void>;
  /** A race that takes bets; as it needs six bets, it waits for as long as an attack takes. */
  readonly openRace: () => Promise<OpenRace>;
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly Json[]>;
  /** What players and admins own and did, as text: equal before and after an attack that achieved nothing. */
  readonly holdings: () => Promise<string>;
  /** Every row of every table, as text. */
  readonly dump: () => Promise<string>;
  /** Waits until the books agree with the chain to the lamport. */
  readonly booksAgree: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const settings = {
  countdown_seconds: "10",
  extend_seconds: "5",
  race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
  next_race_delay: "0",
  min_bets_to_start: "6",
};

/** Tables whose rows say what somebody owns, did or may do. */
const held = [
  "admins",
  "approvals",
  "audit_log",
  "balance_adjustments",
  "bet_presets",
  // Prepared bets expire over time.
  "(select to_jsonb(bets) - 'status' as terms, replace(status::text, 'expired', 'prepared') from bets) as bets",
  // Fees of anchors may be deducted from equity at any moment.
  "ledger_entries where account <> 'equity' and account not like 'chain:hot:%'",
  "house_wallets",
  "notifications",
  "payments where kind <> 'anchor'",
  "restrictions",
  "settings",
  "special_races",
  "usernames",
  "users",
];

export async function openFixture(): Promise<Fixture> {
  const { answers, tokens } = recordAnswers();
  buildWebIfStale();
  const postgres = await startPostgres();
  const server = await startServer({
    env: { DATABASE_URL: postgres.url, LOCAL_SLOT_MS: "100", LOG_LEVEL: "trace" },
  });
  const { url } = server;
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const query: Fixture["query"] = async (text, values = []) => (await pool.query(text, [...values])).rows;
  const rowsAsText = async (from: string) => {
    const [row] = await query(
      `select string_agg(t::text, E'\n' order by t::text) as rows from (select * from ${from}) t`,
    );
    return `${from}\n${row?.rows ?? ""}`;
  };

  const admin = newBrowser(url);
  await admin.signIn();
  await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  const set: Fixture["set"] = async (settingKey, settingValue) => {
    const body = { adminWallet: admin.address, settingKey, settingValue };
    const answer = await admin.call("POST", "/api/admin/settings", { body });
    if (answer.status !== 200) throw new Error(`${settingKey}: ${answer.text}`);
  };
  for (const [key, value] of Object.entries(settings)) await set(key, value);
  // The house fills its notary by itself: later that would look like something which an attack moved.
  await until("the notary to be filled", async () => {
    const filled = await query("select from payments where kind = 'notary' and status = 'completed'");
    return filled.length > 0;
  });

  let players = 0;
  return {
    url,
    port: server.port,
    databaseUrl: postgres.url,
    server,
    others: [],
    answers,
    tokens,
    admin,
    async newPlayer() {
      const player = newPlayer(url);
      await player.signIn();
      const profile = await player.createProfile(`player-${(players += 1)}`);
      if (profile.status !== 201) throw new Error(`no profile: ${profile.text}`);
      await player.airdrop(20e9);
      return player;
    },
    visitor: (options) => newBrowser(url, undefined, options),
    set,
    query,
    openRace: () =>
      until("a race that takes bets", async () => {
        const { body } = await admin.call("GET", "/api/races/active");
        return body.race?.status === "pending" && body.race.bettingOpensAt !== null && body.race;
      }),
    holdings: async () => (await Promise.all(held.map(rowsAsText))).join("\n"),
    async dump() {
      const tables = await query(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
          where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      return (await Promise.all(tables.map(({ name }) => rowsAsText(name)))).join("\n");
    },
    async booksAgree() {
      await until("the books to agree with the chain", async () => {
        const { body } = await admin.call("GET", "/api/solvency");
        return body.difference === "0";
      });
    },
    async close() {
      await pool.end();
      await server.stop();
      await postgres.stop();
    },
  };
}

/** Records what this process is answered from now on. */
function recordAnswers() {
  const answers: string[] = [];
  const tokens = new Set<string>();
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await plainFetch(...request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, token = ""] = /^[^=]*=([^;]*)/.exec(cookie) ?? [];
      if (token !== "") tokens.add(token);
    }
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    answers.push(`${JSON.stringify(headers)}\n${await response.clone().text()}`);
    return response;
  };
  return { answers, tokens };
}

/** Reads a file of the server's data folder. */
export const dataFile = (fixture: Fixture, name: string): Buffer =>
  readFileSync(join(fixture.server.dataDir, name));
