import type { PGlite } from "@electric-sql/pglite";
import { type Column, DatabaseRefused, WireReader } from "./wire-reader.ts";
import { Violation } from "./world.ts";

/** The answer to a statement. */
export interface Answer {
  readonly rows: readonly unknown[];
  readonly affectedRows: number;
}

/**
 * The embedded database through its wire protocol, without the client that it ships with: a statement is parsed and
 * planned once, as the product has it done on a Postgres server, and everything that one call needs is sent in one
 * piece. Calls here are complete when they return; any waiting for the database happens in the simulated world.
 */
export interface Wire {
  query(text: string, values: readonly unknown[], isArray?: boolean): Answer;
  /** Runs a statement without values, e.g. to begin or to commit. */
  run(text: string): void;
  /** Runs the statement just before the next one, in the same exchange. */
  runWithNext(text: string): void;
  /** The notices since the last call; see the journal in store.ts. */
  notices(): readonly string[];
}

interface Prepared {
  readonly name: string;
  readonly serialize: readonly (((value: unknown) => string) | undefined)[];
  readonly columns: readonly Column[];
}

const asIs = (text: string) => text;
const FIRST_SIZE = 65_536;

export function openWire(pglite: PGlite): Wire {
  const statements = new Map<string, Prepared>();
  const told: string[] = [];
  let out = Buffer.allocUnsafe(FIRST_SIZE);
  let end = 0;
  let broken: unknown = null;

  function reserve(size: number) {
    if (end + size <= out.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * out.length, end + size));
    out.copy(larger, 0, 0, end);
    out = larger;
  }

  /** A message: its letter, its length, then what `fill` writes. */
  function message(letter: string, fill: () => void) {
    reserve(5);
    out[end] = letter.charCodeAt(0);
    const start = end + 1;
    end += 5;
    fill();
    out.writeInt32BE(end - start, start);
  }

  function int(value: number, bytes: 2 | 4) {
    reserve(bytes);
    end = bytes === 2 ? out.writeInt16BE(value, end) : out.writeInt32BE(value, end);
  }

  function string(text: string) {
    reserve(text.length * 3 + 1);
    end += out.write(text, end);
    out[end] = 0;
    end += 1;
  }

  function value(text: string | null) {
    if (text === null) return int(-1, 4);
    reserve(4 + text.length * 3);
    const length = out.write(text, end + 4);
    out.writeInt32BE(length, end);
    end += 4 + length;
  }

  /** Sends what was written and processes the answers. Throws the database's rejection. */
  function exchange(text: string, take: (letter: string, body: WireReader) => void) {
    const pieces: Buffer[] = [];
    // This is the only method of the client that does not touch the answers. Nothing in it waits.
    pglite
      .execProtocolRawStream(out.subarray(0, end), {
        syncToFs: false,
        onRawData: (piece) => void pieces.push(Buffer.from(piece)),
      })
      .catch((error: unknown) => {
        broken = error;
      });
    end = 0;
    const reader = new WireReader(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces));
    let refused: DatabaseRefused | null = null;
    let isReady = false;
    while (reader.isMore()) {
      const letter = reader.letter();
      const next = reader.at + reader.int32();
      if (letter === "E") refused ??= new DatabaseRefused(reader.fields(), text);
      else if (letter === "N") told.push(reader.fields().get("M") ?? "");
      else if (letter === "Z") isReady = true;
      else take(letter, reader);
      reader.at = next;
    }
    // After a statement that cannot run at all, or that a guard of the database had to stop, there is no point in going
    // on.
    if (refused && /^(42|0A|XX|23514|23001)/.test(refused.code))
      throw new Violation(`${refused.message} (${refused.code})`);
    if (refused) throw refused;
    if (!isReady) throw new Violation(`the database broke at ${text}`, { cause: broken });
  }

  function prepare(text: string): Prepared {
    const name = `s${statements.size}`;
    message("P", () => {
      string(name);
      string(text);
      int(0, 2);
    });
    message("D", () => {
      string(`S${name}`);
    });
    message("S", () => undefined);
    let serialize: Prepared["serialize"] = [];
    let columns: Prepared["columns"] = [];
    exchange(text, (letter, body) => {
      if (letter === "t") {
        serialize = Array.from({ length: body.int16() }, () => pglite.serializers[body.int32()]);
      }
      if (letter === "T") {
        columns = Array.from({ length: body.int16() }, () => {
          const column = body.cString();
          body.at += 6;
          const type = body.int32();
          body.at += 8;
          const parse = pglite.parsers[type];
          return { name: column, parse: parse ? (one: string) => parse(one, type) : asIs };
        });
      }
    });
    const prepared = { name, serialize, columns };
    statements.set(text, prepared);
    return prepared;
  }

  return {
    query(text, values, isArray = false) {
      const { name, serialize, columns } = statements.get(text) ?? prepare(text);
      message("B", () => {
        string("");
        string(name);
        int(0, 2);
        int(values.length, 2);
        for (const [place, one] of values.entries()) {
          if (one === null || one === undefined) value(null);
          else value(serialize[place]?.(one) ?? (one as string));
        }
        int(0, 2);
      });
      message("E", () => {
        string("");
        int(0, 4);
      });
      message("S", () => undefined);
      const rows: unknown[] = [];
      let affectedRows = 0;
      exchange(text, (letter, body) => {
        if (letter === "D") rows.push(isArray ? body.rowAsArray(columns) : body.rowAsObject(columns));
        if (letter === "C") affectedRows = Number(body.cString().split(" ").at(-1)) || 0;
      });
      return { rows, affectedRows };
    },
    run(text) {
      message("Q", () => string(text));
      exchange(text, () => undefined);
    },
    runWithNext: (text) => message("Q", () => string(text)),
    notices: () => told.splice(0),
  };
}
