import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { nextNameChange } from "../../../domain/username-change.ts";
import { parseUsername, type Username, type UsernameRefusal } from "../../../domain/username.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { type LockedPlayer, lockPlayer } from "./lock-player.ts";
import { takeUsername } from "./take-username.ts";

type NameRefusal = UsernameRefusal | "USERNAME_TAKEN" | "PROFILE_NOT_FOUND";

/** Gives the player another name, as often as that is allowed (rules USERNAME-3 and USERNAME-4). */
export function changeUsername(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { wallet, username }: { readonly wallet: string; readonly username: string },
): Promise<Result<undefined, NameRefusal | "USERNAME_CHANGED_LATELY">> {
  return inTransaction(db, async (tx) => {
    const named = await findRename(tx, { wallet, username });
    if (!named.ok) return named;
    const { player, name } = named.value;
    if (name.username === player.username) return ok();
    const nowMs = clock.now();
    const next = nextNameChange({
      createdAtMs: player.createdAt.getTime(),
      changeableAtMs: player.nameChangeableAt?.getTime() ?? null,
      nowMs,
    });
    return next.ok ? storeName(tx, { wallet, name, nowMs, changeableAtMs: next.value }) : next;
  });
}

interface Rename {
  readonly player: LockedPlayer;
  readonly name: Username;
}

/** The player, locked, and the name, if it is one. */
export async function findRename(
  tx: Tx,
  { wallet, username }: { readonly wallet: string; readonly username: string },
): Promise<Result<Rename, UsernameRefusal | "PROFILE_NOT_FOUND">> {
  const name = parseUsername(username);
  if (!name.ok) return name;
  const player = await lockPlayer(tx, wallet);
  return player === null ? refuse("PROFILE_NOT_FOUND") : ok({ player, name: name.value });
}

interface NewName {
  readonly wallet: string;
  readonly name: Username;
  readonly nowMs: number;
  /** From when on the player may change it. */
  readonly changeableAtMs: number;
}

/** Stores a name for a player whom {@link findRename} has locked, if it is free. */
export async function storeName(
  tx: Tx,
  { wallet, name, nowMs, changeableAtMs }: NewName,
): Promise<Result<undefined, "USERNAME_TAKEN">> {
  const taken = await takeUsername(tx, name, wallet, new Date(nowMs));
  if (!taken.ok) return taken;
  await tx
    .update(users)
    .set({ username: name.username, nameChangeableAt: new Date(changeableAtMs) })
    .where(eq(users.wallet, wallet));
  return ok();
}
