import type { Answer, Wire } from "./wire.ts";

/**
 * Caches answers to reads until a table that the statement names is written, by a statement or by its triggers. All
 * writes pass through here and none runs concurrently with another, so what was read stays true until then. Most
 * database queries come from loops that poll and find nothing new.
 */
export interface Answers {
  of(text: string, values: readonly unknown[], isArray: boolean): Answer;
  /** Called before a statement runs that may write any table that it names. */
  wrote(text: string): void;
  /** Called when the last writes were rolled back. */
  forget(): void;
  /** Re-runs the latest queries that it would answer from memory; throws if an answer is no longer true. */
  check(): void;
}

interface Kept {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isArray: boolean;
  readonly answer: Answer;
  /** The number of writes when the answer was stored. */
  readonly at: number;
}

/** Answers that would differ at another moment. */
const isPassing = /clock_timestamp|now\(\)|current_|localtime|random|pg_|nextval/i;
const mostKept = 5_000;
const mostChecked = 200;

const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
const keyOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, plain));

export function openAnswers(wire: Wire): Answers {
  const kept = new Map<string, Kept>();
  const tables = readTables(wire);
  const writtenAt = new Map<string, number>();
  let writes = 0;
  const isFresh = ({ text, at }: Kept) =>
    tables.namedBy(text).every((table) => (writtenAt.get(table) ?? 0) <= at);
  return {
    of(text, values, isArray) {
      if (isPassing.test(text)) return wire.query(text, values, isArray);
      const key = `${isArray ? "a" : "o"} ${text} ${values.map(keyOf).join("\u0000")}`;
      const known = kept.get(key);
      if (known && isFresh(known)) return known.answer;
      const answer = wire.query(text, values, isArray);
      // Several readers get it: a change by one would change what the others read.
      for (const row of Object.freeze(answer.rows)) Object.freeze(row);
      if (kept.size > mostKept) kept.clear();
      kept.set(key, { text, values, isArray, answer, at: writes });
      return answer;
    },
    forget: () => kept.clear(),
    wrote(text) {
      writes += 1;
      for (const table of tables.writtenBy(text)) writtenAt.set(table, writes);
    },
    check() {
      for (const one of [...kept.values()].slice(-mostChecked).filter(isFresh)) {
        const { text, values, isArray, answer } = one;
        const now = wire.query(text, values, isArray);
        if (JSON.stringify(now.rows, plain) !== JSON.stringify(answer.rows, plain))
          throw new Error(`an answer was kept too long: ${text}`);
      }
    },
  };
}

interface Tables {
  /** Tables that a statement names, and those named by the functions that it calls. */
  namedBy(text: string): readonly string[];
  /** The same tables, and those that their triggers write. */
  writtenBy(text: string): readonly string[];
}

/** What a trigger writes, found in its source. */
const writing = /\b(?:insert into|update|delete from)\s+(\w+)/gi;

function readTables(wire: Wire): Tables {
  const ours = "not in ('pg_catalog', 'information_schema')";
  const tables = wire.query(
    `select relname as name, relkind as kind from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm') and nspname ${ours}`,
    [],
  ).rows as { name: string; kind: string }[];
  if (tables.some(({ kind }) => kind === "v" || kind === "m"))
    throw new Error("a view hides which tables it reads");
  const functions = wire.query(
    `select proname as name, prosrc as source from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where nspname ${ours}`,
    [],
  ).rows as { name: string; source: string }[];
  const triggers = wire.query(
    `select relname as name, prosrc as source from pg_trigger
       join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid where not tgisinternal`,
    [],
  ).rows as { name: string; source: string }[];
  const names = new Set(tables.map(({ name }) => name));
  const sources = new Map(functions.map(({ name, source }) => [name, source]));

  function named(text: string, within: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    for (const word of new Set(text.match(/\w+/g))) {
      if (names.has(word)) found.add(word);
      const source = within.has(word) ? undefined : sources.get(word);
      if (source) for (const one of named(source, new Set([...within, word]))) found.add(one);
    }
    return found;
  }

  function withTriggered(found: Set<string>): Set<string> {
    // Tables added meanwhile are visited as well.
    for (const table of found) {
      for (const { name, source } of triggers) {
        if (name !== table) continue;
        for (const [, written = ""] of source.matchAll(writing)) if (names.has(written)) found.add(written);
      }
    }
    return found;
  }

  const once = (find: (text: string) => Set<string>) => {
    const known = new Map<string, readonly string[]>();
    return (text: string) => {
      const found = known.get(text) ?? [...find(text)];
      known.set(text, found);
      return found;
    };
  };
  return {
    namedBy: once((text) => named(text, new Set())),
    writtenBy: once((text) => withTriggered(named(text, new Set()))),
  };
}
