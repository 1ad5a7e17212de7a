import { asc, eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../audit/write-audit.ts";
import type { Db, Queryable } from "../../db/database.ts";
import { horses } from "../../db/schema/races.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports.ts";
import { recordColumns, recordOf } from "../settle/horse-records.ts";

type Horse = Reply<Api["saveHorse"]>["horse"];

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** Every horse with its record, in the order of their making (rule HORSES-1). */
export async function listHorses(q: Queryable): Promise<readonly Horse[]> {
  const { id, name, color, description } = horses;
  const rows = await q
    .select({ id, name, color, description, ...recordColumns })
    .from(horses)
    .orderBy(asc(horses.id));
  return rows.map(({ id: horseId, name: called, color: worn, description: said, ...stored }) => {
    const { wins, races, pickRate, winRate } = recordOf(stored);
    return {
      id: horseId,
      name: called,
      color: worn,
      description: said,
      wins,
      races,
      pick_rate: pickRate,
      win_rate: winRate,
    };
  });
}

interface Wanted {
  /** Null for a new horse. */
  readonly id: number | null;
  readonly name: string;
  readonly color: string;
  readonly description: string;
  /** The admin's wallet. */
  readonly by: string;
}

/** Adds a horse or changes one; races that are made already keep theirs as they were (rule HORSES-2). */
export async function saveHorse(
  { db, clock }: Ports,
  { id, by, ...wanted }: Wanted,
): Promise<Result<{ readonly horse: Horse }, "HORSE_NOT_FOUND">> {
  const saved = await inTransaction(db, async (tx) => {
    const at = new Date(clock.now());
    const [before] = id === null ? [] : await tx.select().from(horses).where(eq(horses.id, id)).for("update");
    if (id !== null && before === undefined) return refuse("HORSE_NOT_FOUND", { field: "id" });
    const [row] =
      before === undefined
        ? await tx
            .insert(horses)
            .values({ ...wanted, createdAt: at })
            .returning({ id: horses.id })
        : await tx.update(horses).set(wanted).where(eq(horses.id, before.id)).returning({ id: horses.id });
    if (row === undefined) throw new Error("The horse was not stored.");
    const was = before && { name: before.name, color: before.color, description: before.description };
    const action = before === undefined ? "horse.add" : "horse.change";
    await writeAudit(tx, {
      at,
      actor: by,
      action,
      subject: String(row.id),
      before: was ?? null,
      after: wanted,
    });
    return ok(row.id);
  });
  if (!saved.ok) return saved;
  const horse = (await listHorses(db)).find((one) => one.id === saved.value);
  return horse === undefined ? refuse("HORSE_NOT_FOUND", { field: "id" }) : ok({ horse });
}
