import { and, asc, eq } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db, Queryable, Tx } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import { playerTitles, titles } from "../db/schema/titles.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import { activateLatest } from "./activate-latest.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type Title = Reply<Api["createTitle"]>["title"];

/**
 * Every title, including those for achievements, in the order of their creation, with its number of holders (rules
 * TITLE-11 and TITLE-12).
 */
export const listTitles = (q: Queryable) =>
  q
    .select({ id: titles.id, name: titles.name, slug: titles.slug, holders: titles.holders })
    .from(titles)
    .orderBy(asc(titles.createdAt), asc(titles.id));

/** Creates one of the house's own titles, which are assigned manually (rule TITLE-11). */
export async function createTitle(
  { db, clock, entropy }: Ports & { readonly entropy: Entropy },
  { name, slug, by }: { readonly name: string; readonly slug: string; readonly by: string },
): Promise<Result<{ readonly title: Title }, "TITLE_EXISTS">> {
  const at = new Date(clock.now());
  const title = { id: `t${Buffer.from(entropy.bytes(12)).toString("hex")}`, name, slug };
  try {
    return await inTransaction(db, async (tx) => {
      await tx.insert(titles).values({ ...title, createdAt: at });
      await writeAudit(tx, { at, actor: by, action: "title.create", subject: title.id, after: title });
      return ok({ title });
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("TITLE_EXISTS", { field: "slug" });
    throw error;
  }
}

interface Assignment {
  readonly wallet: string;
  readonly titleId: string;
  /** The admin's wallet. */
  readonly by: string;
}

type Assigned = Result<
  { readonly titleId: string; readonly walletAddress: string },
  "TITLE_NOT_FOUND" | "USER_NOT_FOUND"
>;

/**
 * Unlocks a title for a player, who wears it if it is the only one; a player who has it keeps it unchanged (rules
 * TITLE-6 and TITLE-11).
 */
export const assignTitle = ({ db, clock }: Ports, { wallet, titleId, by }: Assignment): Promise<Assigned> =>
  inTransaction(db, async (tx) => {
    const unknown = await refuseUnknown(tx, { wallet, titleId });
    if (unknown !== null) return unknown;
    const at = new Date(clock.now());
    const given = await tx
      .insert(playerTitles)
      .values({ wallet, titleId, unlockedAt: at })
      .onConflictDoNothing()
      .returning({ titleId: playerTitles.titleId });
    if (given.length > 0) {
      const isActive = (await activateLatest(tx, [wallet])).has(wallet);
      const after = { titleId, isActive };
      await writeAudit(tx, { at, actor: by, action: "title.assign", subject: wallet, after });
    }
    return ok({ titleId, walletAddress: wallet });
  });

/** Takes a title from a player, who then wears the latest of the others if it was the active one (rules TITLE-6, TITLE-11). */
export const unassignTitle = ({ db, clock }: Ports, { wallet, titleId, by }: Assignment): Promise<Assigned> =>
  inTransaction(db, async (tx) => {
    const unknown = await refuseUnknown(tx, { wallet, titleId });
    if (unknown !== null) return unknown;
    const taken = await tx
      .delete(playerTitles)
      .where(and(eq(playerTitles.wallet, wallet), eq(playerTitles.titleId, titleId)))
      .returning({ isActive: playerTitles.isActive });
    const [before] = taken;
    const at = new Date(clock.now());
    if (before !== undefined) {
      const activated = (await activateLatest(tx, [wallet])).get(wallet);
      await writeAudit(tx, {
        at,
        actor: by,
        action: "title.unassign",
        subject: wallet,
        before: { titleId, ...before },
        ...(activated !== undefined && { after: { titleId: activated, isActive: true } }),
      });
    }
    return ok({ titleId, walletAddress: wallet });
  });

/** Locks the player, so that their titles change one at a time. */
async function refuseUnknown(tx: Tx, { wallet, titleId }: Omit<Assignment, "by">) {
  const player = await tx
    .select({ wallet: users.wallet })
    .from(users)
    .where(eq(users.wallet, wallet))
    .for("no key update");
  if (player.length === 0) return refuse("USER_NOT_FOUND", { field: "walletAddress" });
  const title = await tx.select({ id: titles.id }).from(titles).where(eq(titles.id, titleId));
  return title.length === 0 ? refuse("TITLE_NOT_FOUND", { field: "titleId" }) : null;
}
