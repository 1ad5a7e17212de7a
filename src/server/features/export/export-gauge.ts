import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import type { Gauge } from "../../foundation/metrics.ts";
import { lastRecordedRace } from "./race-source.ts";

/** Alerts an operator if it does not go down: the public history has stopped (rule EXPORT-2). */
export const exportGauge = (db: Db): Gauge => ({
  name: "furlong_export_waiting_races",
  help: "Races that are settled and not in the public history yet",
  async read() {
    const [newest] = await rowsOf<{ number: bigint }>(
      db,
      sql`select number from races where settled_at is not null order by number desc limit 1`,
    );
    return Math.max(0, Number(newest?.number ?? 0) - (await lastRecordedRace(db)));
  },
});
