import * as z from "zod/mini";
import { hex64, pageLimit, signature, utcDay } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** Maximum number of records per page; fewer if they are long. */
export const MAX_EXPORT_PAGE = 1_000;

/** Path of a day's file, by its hash: the file never changes. */
export const exportFilePath = (sha256: string): string => `/api/export/${sha256}.ndjson`;

const seq = z.int().check(z.minimum(1));

/** A record's number in a query. */
const seqText = z.codec(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, { error: "must be the number of a record" })),
  seq,
  { decode: Number, encode: String },
);

export const publicExport = {
  getExport: endpoint({
    method: "GET",
    path: "/export",
    access: "public",
    summary: "The files of all days of the public history, oldest first",
    reply: z.object({
      days: z.array(
        z.object({
          day: utcDay,
          /** Hash of the file, uncompressed. */
          sha256: hex64,
          records: z.int(),
          /** Size of the file, uncompressed. */
          bytes: z.int(),
          /** Signature of the memo that names the hash; null until it is final. */
          anchor: z.nullable(signature),
        }),
      ),
      /** Number of the first record that is not in a file yet. */
      next: seq,
    }),
  }),
  listExportRecords: endpoint({
    method: "GET",
    path: "/export/records",
    access: "public",
    summary: "Records of the public history in order, including today's",
    /** The cursor is the number of the first record; it defaults to the first record that is not in a file yet. */
    query: z.object({ cursor: z.optional(seqText), limit: z.optional(pageLimit(MAX_EXPORT_PAGE)) }),
    /** Each record is the line as it is in a file: as text, because its bytes are what is hashed. */
    reply: z.object({ records: z.array(z.string()), nextCursor: z.nullable(seqText) }),
  }),
};
