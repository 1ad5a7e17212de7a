import { LRUCache } from "lru-cache";
import { publicExport } from "../../../contract/export/export.ts";
import { writeReply } from "../../../contract/wire/wire.ts";
import type { Db } from "../../foundation/db/database.ts";
import { EncodedReply } from "../../foundation/http/handler.ts";
import { listExportRecords } from "./read-export.ts";

/** Characters of the pages that are cached: some two hundred pages. */
const MAX_CACHED = 16 * 1024 * 1024;

type Page = EncodedReply<"listExportRecords">;

/**
 * Bodies of `listExportRecords`. Records never change (rule EXPORT-1), so neither does a page after which more follow:
 * such pages are cached, because visitors who check the whole history read the same ones over and over.
 */
export function recordPages(db: Db) {
  const pages = new LRUCache<string, Page>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ text }) => text.length,
  });
  return async (query: { readonly cursor?: number | undefined; readonly limit: number }): Promise<Page> => {
    const key = query.cursor === undefined ? null : `${query.cursor} ${query.limit}`;
    const cached = key === null ? undefined : pages.get(key);
    if (cached !== undefined) return cached;
    const listed = await listExportRecords(db, query);
    const page: Page = new EncodedReply(JSON.stringify(writeReply(publicExport.listExportRecords, listed)));
    if (key !== null && listed.nextCursor !== null) pages.set(key, page);
    return page;
  };
}
