import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import * as z from "zod/mini";
import { type ExportHeader, exportHeader } from "../contract/export/export-records.ts";

/** What the server shows contradicts what it announced, or what it showed before; or it gives no usable answer. */
export class ExportDiffers extends Error {
  override readonly name = "ExportDiffers";
}

export interface DayFile {
  /** Hash of the whole file. */
  readonly sha256: string;
  readonly header: ExportHeader;
}

/** Lines that were copied before their day had a file, by number. */
export type OpenLines = ReadonlyMap<number, string>;

/**
 * Reads a day's file to the end; returns its hash and header. Throws ExportDiffers if it does not have the records that
 * the header announces, or if a line differs from one that was copied before.
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
      throw new ExportDiffers(`${path} has a record ${seq} that differs from what the server showed before.`);
    seq += 1;
  }
  if (header === null || seq !== header.first + header.records)
    throw new ExportDiffers(`${path} does not have the number of records that its header gives.`);
  return { sha256: hash.digest("hex"), header };
}

function headerOf(path: string, line: string): ExportHeader {
  try {
    return z.decode(exportHeader, JSON.parse(line));
  } catch (error) {
    throw new ExportDiffers(`${path} does not begin with a header.`, { cause: error });
  }
}

/** Lines that end with a line feed; an unterminated rest at the end of the file is not a line. */
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
