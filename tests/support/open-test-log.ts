import { createHash, randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { eq } from "drizzle-orm";
import { encodeBase58 } from "../../src/domain/base58.ts";
import type { Db, Queryable } from "../../src/server/foundation/db/database.ts";
import { readFrontier, rootOf } from "../../src/domain/log/frontier.ts";
import { logs, notaries, notaryMemos } from "../../src/server/foundation/db/schema/public-log.ts";
import { readNewestAnchor } from "../../src/server/foundation/public-log/anchors.ts";
import { appendEntries } from "../../src/server/foundation/public-log/append-entries.ts";
import { readOpenLog } from "../../src/server/foundation/public-log/read-log.ts";
import { readTimeline } from "../../src/server/foundation/public-log/timeline.ts";
import { readRuleValues } from "../../src/server/foundation/rule-log/state-rules.ts";
import { lockSettings } from "../../src/server/foundation/settings/change-setting.ts";
import { networks } from "../../src/domain/networks.ts";
import { logOpening } from "./log-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: { readonly now: () => number };
}

/**
 * Opens a log of the network with the rules in force, if none is open: for tests without a vault and a seed chain.
 *
 * @param made its notary, where something of it is to be signed.
 */
export async function openTestLog(
  { db, clock }: Ports,
  made = { address: encodeBase58(randomBytes(32)), sealedKey: "" },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSettings(tx);
    const at = new Date(clock.now());
    const rules = Object.fromEntries(await readRuleValues(tx));
    const before = await readOpenLog(tx);
    if (before?.network === rules["network"]) return;
    if (before !== null) {
      await appendEntries(tx, at, [{ kind: "close", notary: before.notary }]);
      await tx.update(logs).set({ isOpen: false }).where(eq(logs.id, before.id));
    }
    const network = networks.find((name) => name === rules["network"]) ?? "localnet";
    const notary = made.address;
    const id = createHash("sha256").update(notary).digest("hex").slice(0, 16);
    await tx.insert(notaries).values({ ...made, createdAt: at });
    const origin = `localhost/log/${id}`;
    await tx
      .insert(logs)
      .values({ id, origin, network, notary, newestAt: at, timeline: await readTimeline(tx) });
    await appendEntries(tx, at, [logOpening(rules, { origin, notary })]);
  });
}

/** The open log has lost entries, and ends: as the command of an operator ends it. */
export const loseTestLog = async ({ db }: Pick<Ports, "db">): Promise<void> =>
  void (await db.update(logs).set({ isLost: true, isOpen: false }).where(eq(logs.isOpen, true)));

/** Anchors what the open log has, if anything of it is new: for tests without a notary and a chain. */
export async function anchorTestLog({
  db,
  clock,
}: {
  readonly db: Queryable;
  readonly clock: Ports["clock"];
}): Promise<void> {
  const log = await readOpenLog(db);
  if (log === null || (await readNewestAnchor(db, log.id))?.size === log.size) return;
  const at = new Date(clock.now());
  await db.insert(notaryMemos).values({
    signature: encodeBase58(randomBytes(64)),
    log: log.id,
    size: log.size,
    root: bytesToHex(rootOf(readFrontier(log.size, log.peaks))),
    note: "",
    wire: "",
    lastValidBlockHeight: 0n,
    signedAtSlot: 0n,
    createdAt: at,
    outcome: "landed",
    slot: 1n,
    endedAt: at,
  });
}
