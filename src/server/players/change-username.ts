import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { parseUsername, type UsernameRefusal } from "../../domain/username.ts";
import type { Db, Tx } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { lockPlayer } from "./lock-player.ts";
import { takeUsername } from "./take-username.ts";

type RenameRefusal = UsernameRefusal | "USERNAME_TAKEN" | "PROFILE_NOT_FOUND";

/** Renames the player; the old name stays reserved for its owner (rule USERNAME-3). */
export async function changeUsername(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  change: { readonly wallet: string; readonly username: string },
): Promise<Result<undefined, RenameRefusal>> {
  const renamed = await inTransaction(db, (tx) => rename(tx, { ...change, at: new Date(clock.now()) }));
  return renamed.ok ? ok() : renamed;
}

interface Rename {
  readonly wallet: string;
  readonly username: string;
  readonly at: Date;
}

/** {@link changeUsername} in the caller's transaction; returns both names. */
export async function rename(
  tx: Tx,
  { wallet, username, at }: Rename,
): Promise<Result<{ readonly before: string; readonly after: string }, RenameRefusal>> {
  const name = parseUsername(username);
  if (!name.ok) return name;
  const player = await lockPlayer(tx, wallet);
  if (player === null) return refuse("PROFILE_NOT_FOUND");
  const taken = await takeUsername(tx, name.value, wallet, at);
  if (!taken.ok) return taken;
  const after = name.value.username;
  await tx.update(users).set({ username: after }).where(eq(users.wallet, wallet));
  return ok({ before: player.username, after });
}
