import { isDeepStrictEqual } from "node:util";
import { asc, eq } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../../domain/result.ts";
import { isTaken } from "../../../../domain/typed-text.ts";
import { writeAudit } from "../../../foundation/audit/write-audit.ts";
import type { Db, Queryable, Tx } from "../../../foundation/db/database.ts";
import { lockNames } from "../../../foundation/db/lock-names.ts";
import { horses } from "../../../foundation/db/schema/races.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import type { Clock } from "../../../foundation/ports.ts";
import { recordColumns, recordOf } from "../settle/horse-records.ts";
import { lockStable } from "./lock-stable.ts";

type Horse = Reply<Api["saveHorse"]>["horse"];

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** Every horse with its record: by lane, then the reserve in the order of creation. */
export async function listHorses(q: Queryable): Promise<readonly Horse[]> {
  const { id, name, color, description, lane, archivedAt } = horses;
  const rows = await q
    .select({ id, name, color, description, lane, archivedAt, ...recordColumns })
    .from(horses)
    .orderBy(asc(horses.lane), asc(horses.id));
  return rows.map(
    ({
      id: horseId,
      name: called,
      color: worn,
      description: said,
      lane: runsIn,
      archivedAt: since,
      ...stored
    }) => {
      const { wins, races, pickRate, winRate } = recordOf(stored);
      return {
        id: horseId,
        name: called,
        color: worn,
        description: said,
        lane: runsIn,
        archived: since !== null,
        wins,
        races,
        pick_rate: pickRate,
        win_rate: winRate,
      };
    },
  );
}

/** One horse with its record; undefined if there is none. */
export const readHorse = async (q: Queryable, id: number): Promise<Horse | undefined> =>
  (await listHorses(q)).find((horse) => horse.id === id);

interface HorseChange {
  /** Null for a new horse. */
  readonly id: number | null;
  /** This and what follows stays as it is when undefined or null. */
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly description?: string | null | undefined;
  /** The lane it is to run in, null for the reserve; unchanged when undefined. */
  readonly lane: number | null | undefined;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Adds or changes a horse; existing races keep their horses as they were. A horse that takes an
 * occupied lane swaps places with the horse there, so that no lane is ever left empty. No two horses
 * have names that read the same (rule FORMS-3).
 */
export async function saveHorse(
  { db, clock }: Ports,
  { id, by, lane: wantedLane, ...changes }: HorseChange,
): Promise<
  Result<
    { readonly horse: Horse; readonly changed: boolean },
    "HORSE_NOT_FOUND" | "HORSE_COUNT" | "HORSE_ARCHIVED" | "HORSE_EXISTS" | "INVALID_INPUT"
  >
> {
  const saved = await inTransaction(db, async (tx) => {
    const at = new Date(clock.now());
    await lockNames(tx, "horses");
    const all = await lockStable(tx);
    const before = all.find((horse) => horse.id === id);
    if (id !== null && before === undefined) return refuse("HORSE_NOT_FOUND", { field: "id" });
    const { name = before?.name, color = before?.color } = changes;
    if (name === undefined || color === undefined)
      return refuse("INVALID_INPUT", { field: name === undefined ? "name" : "color" });
    const others = all.filter((horse) => horse !== before);
    if (name !== before?.name && isTaken(name, others)) return refuse("HORSE_EXISTS", { field: "name" });
    const look = { name, color, description: changes.description ?? before?.description ?? "" };
    const oldLane = before?.lane ?? null;
    const lane = wantedLane === undefined ? oldLane : wantedLane;
    if (lane !== null && before !== undefined && before.archivedAt !== null)
      return refuse("HORSE_ARCHIVED", { field: "lane" });
    if (lane === null && oldLane !== null) return refuse("HORSE_COUNT", { field: "lane" });
    if (before !== undefined && isDeepStrictEqual(auditView(before), auditView({ ...look, lane })))
      return ok({ horseId: before.id, changed: false });
    const other = lane === null ? undefined : all.find((horse) => horse.lane === lane && horse !== before);
    // Both lanes are free for a moment: a lane can hold only one horse.
    if (other !== undefined) await setLane(tx, other.id, null);
    const horseId = await storeHorse(tx, before?.id, { ...look, lane, createdAt: before?.createdAt ?? at });
    if (other !== undefined && oldLane !== null) await setLane(tx, other.id, oldLane);
    await writeAudit(tx, {
      at,
      actor: by,
      action: before === undefined ? "horse.add" : "horse.change",
      subject: String(horseId),
      before: before === undefined ? null : auditView(before),
      after: auditView({ ...look, lane }),
      ...(other !== undefined && { detail: { replaced: { id: other.id, name: other.name, lane: oldLane } } }),
    });
    return ok({ horseId, changed: true });
  });
  if (!saved.ok) return saved;
  const { horseId, changed } = saved.value;
  const horse = await readHorse(db, horseId);
  return horse === undefined ? refuse("HORSE_NOT_FOUND", { field: "id" }) : ok({ horse, changed });
}

type StoredHorse = typeof horses.$inferSelect;

/** Stores the horse and returns its id. */
async function storeHorse(
  tx: Tx,
  id: number | undefined,
  horse: Pick<StoredHorse, "name" | "color" | "description" | "lane" | "createdAt">,
): Promise<number> {
  const [row] =
    id === undefined
      ? await tx.insert(horses).values(horse).returning({ id: horses.id })
      : await tx.update(horses).set(horse).where(eq(horses.id, id)).returning({ id: horses.id });
  if (row === undefined) throw new Error("The horse was not stored.");
  return row.id;
}

const setLane = (tx: Tx, id: number, lane: number | null) =>
  tx.update(horses).set({ lane }).where(eq(horses.id, id));

const auditView = ({
  name,
  color,
  description,
  lane,
}: Pick<StoredHorse, "name" | "color" | "description" | "lane">) => ({ name, color, description, lane });
