import { and, eq, gte } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { StoredPicture } from "../../foundation/http/stored-files.ts";
import type { Db } from "../../foundation/db/database.ts";
import { emotes } from "../../foundation/db/schema/emotes.ts";

/** `<id>.<version>.webp`, or `<id>.<version>.still.webp`; any other name is not a file (rule EMOTE-9). */
const NAME = /^([0-9a-f]{32})\.([1-9]\d{0,8})(\.still)?\.webp$/;
const CACHE_BYTES = 16 * 1024 * 1024;
/** How long an instance may still serve what another has deleted. */
const CACHE_MS = 60_000;

/**
 * The pictures by name, from the database. An instance caches the latest, so that a filling hall does not query the
 * database for the same pictures a thousand times.
 */
export function emoteFileReader(db: Db): (name: string) => Promise<StoredPicture | null> {
  const latest = new LRUCache<string, StoredPicture>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ content }) => content.length + 1,
    ttl: CACHE_MS,
  });
  return async (name) => {
    const known = latest.get(name);
    if (known !== undefined) return known;
    const file = await readFile(db, name);
    if (file !== null) latest.set(name, file);
    return file;
  };
}

/** A version that does not exist yet is not a file: it would be cached with the present picture. */
async function readFile(db: Db, name: string): Promise<StoredPicture | null> {
  const [, id = "", version = "", still] = NAME.exec(name) ?? [];
  if (id === "") return null;
  const [row] = await db
    .select({ content: still === undefined ? emotes.picture : emotes.still })
    .from(emotes)
    .where(and(eq(emotes.id, id), gte(emotes.version, Number(version))));
  return row?.content ? { type: "image/webp", content: row.content } : null;
}
