import { sql } from "drizzle-orm";

/** Since when the books are those of this network: what landed on one that was left is in none of its slots (rule LIMITS-14). */
export const networkSince = sql`coalesce((select updated_at from settings where key = 'network'), '-infinity')`;
