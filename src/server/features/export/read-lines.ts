import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";

/** Bytes of lines that are read with one statement: some milliseconds of the embedded database. */
const BYTES_AT_ONCE = 64 * 1024;
/** The same limit in parts, for short lines. */
const PARTS_AT_ONCE = 500;

interface LinePart extends Record<string, unknown> {
  readonly seq: bigint;
  readonly attempt: bigint;
  readonly part: number;
  readonly text: string;
}

/**
 * The text of the records from one number to another, both included, in pieces to be concatenated as they come. Each
 * line begins with a line feed, which also terminates what precedes it.
 */
export async function* readLines(q: Queryable, first: number, last: number): AsyncGenerator<string> {
  let [seq, attempt, part] = [BigInt(first), 0n, -1];
  for (;;) {
    // Only the texts of the parts that fit are read.
    const rows = await rowsOf<LinePart>(
      q,
      sql`select seq, attempt, part, text
            from (select *, sum(octet_length(text)) over (order by seq, attempt, part) - octet_length(text) as before
                    from (select * from export_parts
                           where (seq, attempt, part) > (${seq}, ${attempt}, ${part}) and seq <= ${last}
                           order by seq, attempt, part limit ${PARTS_AT_ONCE}) as next) as counted
           where before < ${BYTES_AT_ONCE}
           order by seq, attempt, part`,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.map((row) => (row.part === 0 ? `\n${row.text}` : row.text)).join("");
    ({ seq, attempt, part } = end);
    await setImmediate();
  }
}
