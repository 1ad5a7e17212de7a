import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate, migrationsFolder } from "../../src/server/foundation/db/migrate.ts";
import { readRoutines } from "../../src/server/foundation/db/routines.ts";
import { openAnswers } from "./answers.ts";
import { type Answer, openWire } from "./wire.ts";

const asText = (text: string) => text;
/** Parsers as in the product, and as drizzle requests them in every query. */
const parsers = {
  20: BigInt,
  ...Object.fromEntries([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231].map((type) => [type, asText])),
};

/** The tables of which the oracle reads every row version. */
const watched = [
  "settings",
  "admins",
  "users",
  "referral_totals",
  "seed_chains",
  "races",
  "race_horses",
  "race_locks",
  "bets",
  "bet_repeats",
  "restrictions",
  "own_limits",
  "own_breaks",
  "age_notices",
  "special_races",
  "approvals",
  "deposits",
  "payments",
  "payment_attempts",
  "audit_log",
  "log_entries",
  "logs",
  "notary_memos",
  "house_wallets",
  "house_vault",
  "balance_adjustments",
] as const;

const growing = [
  ...watched,
  "notifications",
  "ledger_postings",
  "ledger_entries",
  "ledger_accounts",
  "leases",
];

/** Reports to the oracle what is stored, in order; the product does not know of it. */
const journal = `
create schema sim;
create function sim.tell_row() returns trigger language plpgsql as $$
begin
  raise notice 'sim % %', tg_table_name, row_to_json(new);
  return null;
end $$;
create function sim.tell_entries() returns trigger language plpgsql as $$
declare
  told record;
begin
  for told in
    select row_to_json(whole) as content from (
      select posting.id, posting.reference, posting.kind, posting.ledger, posting.race_id,
        json_agg(json_build_array(added.account, added.lamports::text)) as entries
      from added join ledger_postings as posting on posting.id = added.posting_id group by posting.id) as whole
  loop
    raise notice 'sim posting %', told.content;
  end loop;
  return null;
end $$;
create trigger sim_entries after insert on ledger_entries
  referencing new table as added for each statement execute function sim.tell_entries();
${watched
  .map(
    (table) =>
      `create trigger sim_row after insert or update on ${table} for each row execute function sim.tell_row();`,
  )
  .join("\n")}
create trigger sim_row after insert on notifications for each row
  when (
    new.kind like 'repeat%' or new.kind like '%_refunded' or new.kind in ('payment_credited', 'deposit_received')
  )
  execute function sim.tell_row();
`;

/** A committed row, or a posting with its entries. */
export interface Change {
  readonly source: (typeof watched)[number] | "notifications" | "posting";
  readonly content: Record<string, unknown>;
}

/** The real embedded database, in memory, with the product's schema. */
export interface Store {
  /** Runs a statement; its changes count once they are committed, which outside a transaction is immediately. */
  query(text: string, values?: readonly unknown[], isArray?: boolean): Answer;
  /** Runs a statement that only reads: answered from memory until a table that it names is written. */
  read(text: string, values: readonly unknown[], isArray: boolean): Answer;
  begin(): void;
  commit(): void;
  rollback(): void;
  /**
   * The maintenance that the product runs on its embedded database now and then: removes dead rows and updates the
   * planner's statistics.
   */
  tidy(): void;
  /** Throws if a read would be answered from memory with something that is no longer stored. */
  checkMemory(): void;
  /** What was committed since the last call. */
  changes(): readonly Change[];
  close(): Promise<void>;
}

export async function openStore(): Promise<Store> {
  const pglite = await PGlite.create({
    loadDataDir: await storeImage(),
    parsers,
    pgliteWasmModule: await compiled(),
  });
  const wire = openWire(pglite);
  const answers = openAnswers(wire);
  let isOpen = false;
  const written: string[] = [];
  const committed: string[] = [];
  const keep = () => {
    committed.push(...written.splice(0));
  };
  return {
    query(text, values = [], isArray = false) {
      answers.wrote(text);
      try {
        const answer = wire.query(text, values, isArray);
        written.push(...wire.notices());
        if (!isOpen) keep();
        return answer;
      } catch (error) {
        wire.notices();
        throw error;
      }
    },
    read(text, values, isArray) {
      const answer = answers.of(text, values, isArray);
      if (wire.notices().length > 0) throw new Error(`it was taken for a read and stores: ${text}`);
      return answer;
    },
    begin() {
      wire.runWithNext("begin");
      isOpen = true;
    },
    commit() {
      isOpen = false;
      wire.run("commit");
      keep();
    },
    rollback() {
      isOpen = false;
      written.length = 0;
      wire.run("rollback");
      wire.notices();
      answers.forget();
    },
    tidy: () => wire.run(`vacuum (analyze) ${growing.join()}`),
    checkMemory: () => answers.check(),
    changes: () => committed.splice(0).map(changeOf),
    close: () => pglite.close(),
  };
}

function changeOf(notice: string): Change {
  const [, source, content] = /^sim (\w+) (.*)$/s.exec(notice) ?? [];
  if (source === undefined || content === undefined) throw new Error(`the database says: ${notice}`);
  return { source: source as Change["source"], content: JSON.parse(content) as Change["content"] };
}

let wasm: Promise<WebAssembly.Module> | null = null;

/** Compiled once for all seeds of a process, so that the engine's optimizations pay off. */
function compiled(): Promise<WebAssembly.Module> {
  wasm ??= WebAssembly.compile(
    readFileSync(fileURLToPath(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite")))),
  );
  return wasm;
}

/** Nothing here needs to outlive the process, and nothing reads statistics. */
const hasty = ["fsync", "synchronous_commit", "full_page_writes", "track_activities", "track_counts", "jit"];

let image: Promise<Blob> | null = null;

/** Creating a database takes seconds, copying one less than a second; the copy is reused for as long as it fits. */
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
  hash.update(readRoutines().hash);
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith(".sql")) hash.update(readFileSync(join(migrationsFolder, name)));
  }
  return hash.digest("hex").slice(0, 20);
}

async function makeImage(file: string) {
  const made = await PGlite.create({ initDbStartParams: ["--wal-segsize=1"], parsers });
  await migrate(drizzle({ client: made }));
  await made.exec(journal);
  for (const setting of hasty) await made.exec(`alter system set ${setting} = off`);
  await made.exec("alter system set plan_cache_mode = force_generic_plan");
  const dumped = await made.dumpDataDir("none");
  await made.close();
  const unfinished = join(mkdtempSync(join(tmpdir(), "furlong-simulator-")), "image.tar");
  writeFileSync(unfinished, Buffer.from(await dumped.arrayBuffer()));
  renameSync(unfinished, file);
}
