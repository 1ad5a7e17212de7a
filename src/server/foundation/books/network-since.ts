import { sql } from "drizzle-orm";

/**
 * When the books became those of this network: what landed on a network that was left is in none of its slots (rule
 * LIMITS-14).
 */
export const networkSince = sql`coalesce((select updated_at from settings where key = 'network'), '-infinity')`;
