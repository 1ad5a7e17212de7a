import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "./database.ts";
import { admins } from "./schema/admins.ts";
import { users } from "./schema/players.ts";
import { beginsWith } from "./text-prefix.ts";

/** Shorter texts begin too many addresses to be meant as one. */
const BEGINNING = /^[1-9A-HJ-NP-Za-km-z]{4,43}$/;

/**
 * What a text that an admin typed can mean: itself, and the address of the only player or admin whose address begins so,
 * since tables show eight characters of it (rule USERS-8). Both count: a wallet can begin like a signature, an action or
 * the number of a race.
 */
export async function meaningsOf(q: Queryable, typed: string): Promise<readonly [string, ...string[]]> {
  if (!BEGINNING.test(typed)) return [typed];
  const found = await rowsOf<{ wallet: string }>(
    q,
    sql`select ${users.wallet} from ${users} where ${beginsWith(users.wallet, typed)}
        union
        select ${admins.wallet} from ${admins} where ${beginsWith(admins.wallet, typed)}
        limit 2`,
  );
  const [only] = found;
  return only !== undefined && found.length === 1 && only.wallet !== typed ? [typed, only.wallet] : [typed];
}
