import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite, type Results } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Db } from "../../src/server/db/database.ts";
import { migrate, migrationsFolder } from "../../src/server/db/migrate.ts";
import * as schema from "../../src/server/db/schema.ts";
import type { Faults, StepKind } from "./faults.ts";
import { isWrite, type Statement, stepOf } from "./step-kinds.ts";
import type { Actor, World } from "./world.ts";

const asText = (text: string) => text;
/** As the product's own, and what drizzle asks for in every query: given once, they need not be merged each time. */
const parsers = {
  20: BigInt,
  ...Object.fromEntries([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231].map((type) => [type, asText])),
};

/** The tables whose every version the oracle reads. */
const watched = [
  "settings",
  "users",
  "seed_chains",
  "races",
  "race_horses",
  "bets",
  "deposits",
  "payments",
  "payment_attempts",
] as const;

/** Keeps what was committed, in order, for the oracle; the product does not know of it. */
const journal = `
create schema sim;
create table sim.journal (id bigserial primary key, source text not null, content jsonb not null);
create function sim.keep_row() returns trigger language plpgsql as $$
begin
  insert into sim.journal (source, content) values (tg_table_name, to_jsonb(new));
  return null;
end $$;
create function sim.keep_entries() returns trigger language plpgsql as $$
begin
  insert into sim.journal (source, content)
    select 'posting', jsonb_build_object(
      'id', posting.id, 'reference', posting.reference, 'kind', posting.kind, 'ledger', posting.ledger,
      'race_id', posting.race_id, 'entries', jsonb_agg(jsonb_build_array(added.account, added.lamports::text)))
    from added join ledger_postings as posting on posting.id = added.posting_id group by posting.id;
  return null;
end $$;
create trigger sim_entries after insert on ledger_entries
  referencing new table as added for each statement execute function sim.keep_entries();
${watched
  .map(
    (table) =>
      `create trigger sim_row after insert or update on ${table} for each row execute function sim.keep_row();`,
  )
  .join("\n")}
`;

/** A committed row, or a posting with its entries. */
export interface Change {
  readonly source: (typeof watched)[number] | "posting";
  readonly content: Record<string, unknown>;
}

/** The real embedded database, in memory, with the product's schema. */
export interface Store {
  readonly pglite: PGlite;
  /** What was committed since the last call. */
  changes(): Promise<readonly Change[]>;
  /** Answers of reads since the last write, by statement; see `readFrom`. */
  readonly answers: Map<string, Results<unknown>>;
  close(): Promise<void>;
}

export async function openStore(): Promise<Store> {
  const pglite = await PGlite.create({
    loadDataDir: await storeImage(),
    parsers,
    pgliteWasmModule: await compiled(),
  });
  let seen = 0n;
  const answers = new Map<string, Results<unknown>>();
  return {
    pglite,
    answers,
    async changes() {
      answers.clear();
      const { rows } = await pglite.query<{
        id: bigint;
        source: Change["source"];
        content: Change["content"];
      }>("select id, source, content from sim.journal where id > $1 order by id", [seen.toString()]);
      seen = rows.at(-1)?.id ?? seen;
      return rows;
    },
    close: () => pglite.close(),
  };
}

let wasm: Promise<WebAssembly.Module> | null = null;

/** Compiled once for all seeds of a process, so that the engine's own optimizing pays. */
function compiled(): Promise<WebAssembly.Module> {
  wasm ??= WebAssembly.compile(
    readFileSync(fileURLToPath(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite")))),
  );
  return wasm;
}

/** Nothing here outlives the process, and nothing reads statistics. */
const hasty = ["fsync", "synchronous_commit", "full_page_writes", "track_activities", "track_counts", "jit"];

let image: Promise<Blob> | null = null;

/** Making a database takes seconds, copying one less than one; the copy is kept for as long as it fits. */
function storeImage(): Promise<Blob> {
  image ??= (async () => {
    const file = join(tmpdir(), `furlong-simulator-${imageVersion()}.tar`);
    if (!existsSync(file)) await makeImage(file);
    return new Blob([readFileSync(file)]);
  })();
  return image;
}

function imageVersion(): string {
  const hash = createHash("sha256").update(journal).update(hasty.join()).update(process.versions.node);
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith(".sql")) hash.update(readFileSync(join(migrationsFolder, name)));
  }
  return hash.digest("hex").slice(0, 20);
}

async function makeImage(file: string) {
  const made = await PGlite.create({ initDbStartParams: ["--wal-segsize=1"], parsers });
  await migrate(drizzle({ client: made, schema }));
  await made.exec(journal);
  for (const setting of hasty) await made.exec(`alter system set ${setting} = off`);
  const dumped = await made.dumpDataDir("none");
  await made.close();
  const unfinished = join(mkdtempSync(join(tmpdir(), "furlong-simulator-")), "image.tar");
  writeFileSync(unfinished, Buffer.from(await dumped.arrayBuffer()));
  renameSync(unfinished, file);
}

interface Ports {
  readonly world: World;
  readonly faults: Faults;
  readonly store: Store;
  /** Kills the process that the actor is. */
  readonly kill: (actor: Actor) => void;
  /** Called after every commit. */
  readonly committed: () => Promise<void>;
  /** Called before it, with whose commit it was and what it stored. */
  readonly leads: (actor: Actor, step: StepKind) => Promise<void>;
}

/** What only the process with the lease may store. */
const leadersSteps: ReadonlySet<StepKind> = new Set([
  "create seed chain",
  "open race",
  "open betting",
  "start countdown",
  "lock race",
  "announce beacon",
  "start race",
  "complete race",
  "settle race",
]);

class ConnectionLost extends Error {
  readonly code = "08006";
}

class SerializationFailure extends Error {
  readonly code = "40001";
}

class ProcessDied extends Error {}

/** The database as one process sees it: each statement and each transaction waits for its turn and may fail. */
export function databaseOf(actor: Actor, ports: Ports): Db {
  const { world, store } = ports;
  const query = (text: string, values: unknown[] = [], options?: object) =>
    world.operation(actor, labelOf({ text, values }), () =>
      runAlone(actor, ports, { text, values }, options),
    );
  const transaction = (work: (tx: unknown) => Promise<unknown>) =>
    world.operation(actor, "transaction", () => runTogether(actor, ports, work));
  const client = new Proxy(store.pglite, {
    get(target, name) {
      if (name === "query") return query;
      if (name === "transaction") return transaction;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  return drizzle({ client, schema });
}

const arrays = { rowMode: "array" } as const;
const objects = { rowMode: "object" } as const;
const withoutParsers = (options: object | undefined) =>
  options && "rowMode" in options && options.rowMode === "array" ? arrays : objects;

/**
 * What was read stays true until the next write, for all writes pass here and none runs beside another. Loops that
 * look and find nothing new are most of what a database is asked, so answers are kept until something is written.
 */
const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);

async function readFrom(store: Store, from: Reader, { text, values }: Statement, options?: object) {
  const shape = withoutParsers(options);
  if (text.includes("clock_timestamp")) return from.query(text, [...values], shape);
  const key = `${shape.rowMode} ${text} ${values.map((value) => JSON.stringify(value, plain)).join("\u0000")}`;
  const known = store.answers.get(key);
  if (known) return known;
  const answer = await from.query(text, [...values], shape);
  store.answers.set(key, answer);
  return answer;
}

type Reader = Pick<PGlite, "query">;

/** Spares the oracle a look where no table that it watches was written. */
const mayHaveChanged = (step: StepKind, affectedRows = 0) =>
  step !== "read" &&
  step !== "renew lease" &&
  step !== "take lease" &&
  !(step === "expire bets" && affectedRows === 0);

const labelOf = (statement: Statement) => {
  const step = stepOf([statement]);
  return step ?? `read ${/from\s+"?(\w+)/i.exec(statement.text)?.[1] ?? ""}`;
};

async function runAlone(
  actor: Actor,
  { faults, store, kill, committed, world }: Ports,
  statement: Statement,
  options: object | undefined,
) {
  const step = stepOf([statement]) ?? "read";
  const fault = faults.strike(step);
  if (fault) world.note(`FAULT ${faults.struck} ${fault} × ${step}`);
  if (fault === "connection refused" || fault === "connection lost, not committed")
    throw new ConnectionLost(fault);
  if (fault === "crash before commit") return kill(actor);
  if (step === "read") {
    const answer = await readFrom(store, store.pglite, statement, options);
    if (fault === "crash after commit") return kill(actor);
    return answer;
  }
  const answer = await store.pglite.query(statement.text, [...statement.values], withoutParsers(options));
  if (mayHaveChanged(step, answer.affectedRows)) await committed();
  if (fault === "crash after commit") return kill(actor);
  if (fault === "connection lost, committed") throw new ConnectionLost(fault);
  return answer;
}

async function runTogether(
  actor: Actor,
  { faults, store, kill, committed, leads, world }: Ports,
  work: (tx: unknown) => Promise<unknown>,
) {
  const statements: Statement[] = [];
  let hasWritten = false;
  let step: ReturnType<typeof stepOf> = null;
  let fault: ReturnType<Faults["strike"]> = null;
  const value = await store.pglite.transaction(async (tx) => {
    const within = new Proxy(tx, {
      get(target, name) {
        if (name !== "query") return Reflect.get(target, name, target) as unknown;
        return (text: string, values: unknown[] = [], options?: object) => {
          const statement = { text, values };
          statements.push(statement);
          hasWritten ||= isWrite(statement);
          if (!hasWritten) return readFrom(store, target, statement, options);
          return target.query(text, values, withoutParsers(options));
        };
      },
    });
    const done = await work(within);
    step = stepOf(statements);
    if (step === null) return done;
    fault = faults.strike(step);
    world.note(fault ? `FAULT ${faults.struck} ${fault} × ${step}` : `commit ${step}`);
    if (fault === "crash before commit") {
      kill(actor);
      throw new ProcessDied();
    }
    if (fault === "connection lost, not committed") throw new ConnectionLost(fault);
    if (fault === "conflict") throw new SerializationFailure(fault);
    return done;
  });
  if (step !== null && leadersSteps.has(step)) await leads(actor, step);
  if (step !== null) await committed();
  if (fault === "crash after commit") kill(actor);
  if (fault === "connection lost, committed") throw new ConnectionLost(fault);
  return value;
}
