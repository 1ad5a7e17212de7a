import type { Answer, Wire } from "./wire.ts";

/**
 * Answers of reads, kept until a table that the statement names is written. All writes pass here and none runs
 * beside another, so what was read stays true until then. Loops that look and find nothing new are most of what a
 * database is asked.
 */
export interface Answers {
  of(text: string, values: readonly unknown[], isArray: boolean): Answer;
  /** A statement is about to run that may write any table that it names. */
  wrote(text: string): void;
  /** What was written last was taken back. */
  forget(): void;
}

interface Kept {
  readonly answer: Answer;
  /** How many writes there were when it was given. */
  readonly at: number;
}

/** Answers that another moment would change. */
const isPassing = /clock_timestamp|now\(\)|current_|localtime|random|pg_|nextval/i;
const mostKept = 5_000;

const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
const keyOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, plain));

export function openAnswers(wire: Wire): Answers {
  const kept = new Map<string, Kept>();
  const tablesOf = readTables(wire);
  const writtenAt = new Map<string, number>();
  let writes = 0;
  return {
    of(text, values, isArray) {
      if (isPassing.test(text)) return wire.query(text, values, isArray);
      const key = `${isArray ? "a" : "o"} ${text} ${values.map(keyOf).join("\u0000")}`;
      const known = kept.get(key);
      if (known && tablesOf(text).every((table) => (writtenAt.get(table) ?? 0) <= known.at))
        return known.answer;
      const answer = wire.query(text, values, isArray);
      // It is given to several: one that changed it would change what the others read.
      for (const row of Object.freeze(answer.rows)) Object.freeze(row);
      if (kept.size > mostKept) kept.clear();
      kept.set(key, { answer, at: writes });
      return answer;
    },
    forget: () => kept.clear(),
    wrote(text) {
      writes += 1;
      for (const table of tablesOf(text)) writtenAt.set(table, writes);
    },
  };
}

/** The tables that a statement names, and those that the functions and triggers name which it may run. */
function readTables(wire: Wire): (text: string) => readonly string[] {
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
  const names = new Set(tables.map(({ name }) => name));
  const sources = new Map(functions.map(({ name, source }) => [name, source]));
  const wordsOf = (text: string) => new Set(text.match(/\w+/g));
  const known = new Map<string, readonly string[]>();

  function named(text: string, within: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    for (const word of wordsOf(text)) {
      if (names.has(word)) found.add(word);
      const source = within.has(word) ? undefined : sources.get(word);
      if (source) for (const one of named(source, new Set([...within, word]))) found.add(one);
    }
    return found;
  }
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const found = [...named(text, new Set())];
    known.set(text, found);
    return found;
  };
}
