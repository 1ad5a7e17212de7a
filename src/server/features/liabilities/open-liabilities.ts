import { sql } from "drizzle-orm";
import { ok } from "../../../domain/result.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import type { HeldLease } from "../../foundation/db/lease.ts";
import { liabilityRequest, liabilityTrees } from "../../foundation/db/schema/liabilities.ts";
import type { Feature, Job } from "../../foundation/feature.ts";
import { makeTree, type TreePorts } from "./make-tree.ts";
import { proveOwn, readLiabilities } from "./read-trees.ts";

const LOOK_EVERY_MS = 5_000;
const MAKE_EVERY_MS = 600_000;
/** How soon after the last tree a player can get a newer one. */
const MAKE_AT_MOST_EVERY_MS = 60_000;

/** What the house owes, so that everybody can check the total and each player their own part of it. */
export const openLiabilities = (ports: TreePorts) =>
  ({
    handlers: {
      getLiabilities: async () => ok(await readLiabilities(ports.db)),
      getLiabilityProof: async (_, { wallet }) => ok(await proveOwn(ports.db, wallet)),
      requestLiabilities: async () => ok({ dueAt: await requestTree(ports) }),
    },
    jobs: liabilityJobs(ports),
  }) satisfies Feature;

export const liabilityJobs = (ports: TreePorts): Job[] => [
  {
    name: "liability tree",
    runsOn: "leader",
    everyMs: LOOK_EVERY_MS,
    begin: (lease) => () => makeTreeIfDue(ports, lease),
  },
];

/**
 * Makes a tree every ten minutes, and sooner when a player has asked for one, but never two in a minute (rules OWED-3
 * and OWED-5). No tree is made while the node does not say what the house holds.
 */
export async function makeTreeIfDue(ports: TreePorts, lease: HeldLease): Promise<void> {
  const { newestAt, askedAt } = await readTimes(ports);
  const since = ports.clock.now() - (newestAt?.getTime() ?? -Infinity);
  const isAsked = askedAt !== null && newestAt !== null && askedAt > newestAt;
  if (since >= (isAsked ? MAKE_AT_MOST_EVERY_MS : MAKE_EVERY_MS)) await orUnavailable(makeTree(ports, lease));
}

/** Asks for a newer tree; returns when it is due. However many ask and however often, one row stores it. */
export async function requestTree(ports: Pick<TreePorts, "db" | "clock">): Promise<Date> {
  const askedAt = new Date(ports.clock.now());
  await ports.db
    .insert(liabilityRequest)
    .values({ id: 1, askedAt })
    .onConflictDoUpdate({
      target: liabilityRequest.id,
      set: { askedAt: sql`greatest(${liabilityRequest.askedAt}, excluded.asked_at)` },
    });
  const { newestAt } = await readTimes(ports);
  return new Date(Math.max(askedAt.getTime(), (newestAt?.getTime() ?? 0) + MAKE_AT_MOST_EVERY_MS));
}

async function readTimes({ db }: Pick<TreePorts, "db">) {
  const [times] = await rowsOf<{ newest: string | null; requested: string | null }>(
    db,
    sql`select (select max(at) from ${liabilityTrees}) as newest,
               (select asked_at from ${liabilityRequest}) as requested`,
  );
  const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);
  return { newestAt: dateOf(times?.newest), askedAt: dateOf(times?.requested) };
}
