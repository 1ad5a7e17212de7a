import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import * as z from "zod/mini";
import { type ExportHeader, exportHeader } from "../contract/export/export-records.ts";

/** What the server shows is not what it said, or not what it showed before; or it gives no usable answer. */
export class ExportDiffers extends Error {
  override readonly name = "ExportDiffers";
}

export interface DayFile {
  /** Of the whole file. */
  readonly sha256: string;
  readonly header: ExportHeader;
}

/** Lines that were copied before their day had a file, by their numbers. */
export type OpenLines = ReadonlyMap<number, string>;

/**
 * Reads a day's file through: its hash and header. Throws ExportDiffers where it does not have the records that the header says,
 * or another text than a line that was there before.
 */
export async function checkDayFile(path: string, open: OpenLines): Promise<DayFile> {
  const hash = createHash("sha256");
  let header: ExportHeader | null = null;
  let seq = 0;
  for await (const line of linesOf(path, (chunk) => hash.update(chunk))) {
    if (header === null) {
      header = headerOf(path, line);
      seq = header.first;
      continue;
    }
    if (!line.startsWith(`{"seq":${seq},`)) throw new ExportDiffers(`${path} lacks record ${seq}.`);
    if ((open.get(seq) ?? line) !== line)
      throw new ExportDiffers(`${path} has another record ${seq} than the server showed before.`);
    seq += 1;
  }
  if (header === null || seq !== header.first + header.records)
    throw new ExportDiffers(`${path} does not have the records that its header says.`);
  return { sha256: hash.digest("hex"), header };
}

function headerOf(path: string, line: string): ExportHeader {
  try {
    return z.decode(exportHeader, JSON.parse(line));
  } catch (error) {
    throw new ExportDiffers(`${path} does not begin with a header.`, { cause: error });
  }
}

/** Lines that end with a line feed; a piece of one at the end of the file is none. */
async function* linesOf(path: string, see: (chunk: Buffer) => void): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    see(chunk);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString();
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
}
