import { csvOf } from "../../../../domain/csv.ts";
import type { Entry } from "./audit-sides.ts";

const columns = [
  "id",
  "at",
  "actor",
  "action",
  "subject",
  "before",
  "after",
  "detail",
  "reason",
  "entry",
  "previous_hash",
  "hash",
] as const;

/**
 * The rows as a CSV file, with the column names used on the wire; times in UTC, values as JSON. `entry` is the text
 * that is hashed, so that the file alone shows that its rows are the chain's.
 */
export const auditCsv = (rows: readonly Entry[]): string =>
  csvOf([
    columns,
    ...rows.map((row) => [
      String(row.id),
      row.at.toISOString(),
      row.actor,
      row.action,
      row.subject ?? "",
      jsonCell(row.before),
      jsonCell(row.after),
      jsonCell(row.detail),
      row.reason ?? "",
      row.entry,
      row.previous_hash,
      row.hash,
    ]),
  ]);

const jsonCell = (value: unknown): string =>
  value === null || value === undefined ? "" : JSON.stringify(value);
