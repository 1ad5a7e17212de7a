import { createHash } from "node:crypto";
import type { PublishedDay } from "../../src/domain/history/day-file.ts";

/** A day's file as the export publishes it. */
export interface DayFile extends PublishedDay {
  readonly header: string;
  readonly lines: readonly string[];
}

export const textOf = ({ header, lines }: Pick<DayFile, "header" | "lines">): string =>
  [header, ...lines].map((line) => `${line}\n`).join("");

export const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

/** How lines are filed, where a publisher lies about it. */
interface Filing {
  /** The network that the header of a day names. */
  readonly networkOn?: (day: string) => string;
  readonly dayOf?: (line: string) => string | undefined;
}

export const utcDayOf = (line: string): string | undefined => /"at":"(\d{4}-\d\d-\d\d)T/.exec(line)?.[1];

/**
 * Files lines under the days of their records, with one file at a time in memory. The `day` records of earlier days get
 * the hashes of their files, as a real publisher would ensure.
 */
export function* fileDays(
  lines: Iterable<string>,
  { networkOn = () => "localnet", dayOf = utcDayOf }: Filing = {},
): Generator<DayFile> {
  const known = new Map<string, DayFile>();
  let previous: string | null = null;
  let first = 1;
  let open: { readonly day: string; readonly lines: string[] } | null = null;
  const close = (day: string, held: readonly string[]): DayFile => {
    const records = held.length;
    const header = JSON.stringify({
      furlong: "export",
      version: 1,
      network: networkOn(day),
      day,
      previous,
      first,
      records,
    });
    const sha256 = sha256Of(textOf({ header, lines: held }));
    previous = sha256;
    first += records;
    const file = { day, sha256, records, header, lines: held };
    known.set(day, { ...file, lines: [] });
    return file;
  };
  for (const line of lines) {
    const day: string = dayOf(line) ?? open?.day ?? "";
    if (open !== null && open.day !== day) {
      yield close(open.day, open.lines);
      open = null;
    }
    open ??= { day, lines: [] };
    open.lines.push(/"kind":"day"/.test(line) ? withHash(line, known) : line);
  }
  if (open !== null) yield close(open.day, open.lines);
}

function withHash(line: string, known: ReadonlyMap<string, DayFile>): string {
  const record = JSON.parse(line) as { readonly day: string };
  const file = known.get(record.day);
  return file === undefined
    ? line
    : JSON.stringify({ ...record, sha256: file.sha256, records: file.records });
}
