import { asc } from "drizzle-orm";
import type { Tx } from "../../../foundation/db/database.ts";
import { horses } from "../../../foundation/db/schema/races.ts";

/** All horses in the order of creation, locked: a change of lanes concerns two of them. */
export const lockStable = (tx: Tx) => tx.select().from(horses).orderBy(asc(horses.id)).for("update");
