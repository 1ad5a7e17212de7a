import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { rowsOf, type Tx } from "./database.ts";

/** Functions and triggers of the database, as the files `<feature>/<subject>.sql` define them. */
interface Routines {
  readonly statements: readonly string[];
  /** Changes with each of the statements. */
  readonly hash: string;
}

/** The build puts the files next to the compiled code (vite.config.ts); the sources have them in their features. */
const besideCode = fileURLToPath(new URL("./routines", import.meta.url));
const routinesFolder = existsSync(besideCode) ? besideCode : fileURLToPath(new URL("../..", import.meta.url));

/** Paths within {@link routinesFolder}. */
const isRoutineFile = (path: string) => path.endsWith(".sql") && !path.includes("migrations");

/** Each ends with a semicolon outside comments and bodies between `$$`. */
export const statementsOf = (text: string): readonly string[] =>
  text.match(/(?:--[^\n]*\n|\$\$[^]*?\$\$|[^;$])+;/g) ?? [];

export function readRoutines(): Routines {
  const files = readdirSync(routinesFolder, { recursive: true, encoding: "utf8" }).filter(isRoutineFile);
  const texts = files.toSorted().map((path) => readFileSync(join(routinesFolder, path), "utf8"));
  const all = texts.flatMap(statementsOf);
  // Triggers need the functions of all files.
  const isFunction = (statement: string) => /^create function/m.test(statement);
  return {
    statements: [...all.filter(isFunction), ...all.filter((statement) => !isFunction(statement))],
    hash: createHash("sha256").update(texts.join("\n")).digest("hex"),
  };
}

/** Drops every trigger and function of the schema but those of extensions, so that none stays that no file defines. */
const dropAll = sql`do $$
declare
  one record;
begin
  for one in
    select tgname, tgrelid::regclass as on_table from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema()::regnamespace
  loop
    execute format('drop trigger %I on %s', one.tgname, one.on_table);
  end loop;
  for one in
    select oid::regprocedure as routine from pg_proc
      where pronamespace = current_schema()::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('drop function %s', one.routine);
  end loop;
end $$`;

/** Whether the schema in use has that table. */
export async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const [found] = await rowsOf<{ is: boolean }>(tx, sql`select to_regclass(${name}) is not null as is`);
  return found?.is === true;
}

/**
 * Replaces the functions and triggers of the database by those of the files, where they differ. `newer`, and nothing
 * changed, where the database had these before it was given newer ones: another version of the program is running it.
 */
export async function applyRoutines(tx: Tx): Promise<"current" | "replaced" | "newer"> {
  const { statements, hash } = readRoutines();
  if (!(await hasTable(tx, "schema_routines"))) {
    await tx.execute(sql`create table schema_routines (
      position integer generated always as identity primary key, hash text not null unique,
      complete text, applied_at timestamptz not null default now())`);
  }
  const applied = await rowsOf<{ hash: string }>(tx, sql`select hash from schema_routines order by position`);
  if (applied.at(-1)?.hash === hash) return "current";
  if (applied.some((one) => one.hash === hash)) return "newer";
  await tx.execute(dropAll);
  for (const statement of statements) await tx.execute(sql.raw(statement));
  await tx.execute(sql`insert into schema_routines (hash) values (${hash})`);
  return "replaced";
}
