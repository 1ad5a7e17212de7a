import type { FastifyReply } from "fastify";
import type { Endpoint } from "../../../contract/wire/endpoint.ts";
import { csvOf } from "../../../domain/csv.ts";

type Cell = string | number | null;

/** Sends a list of a reply as a file for spreadsheets, with the column names in the first row. */
export function sendCsv(
  reply: FastifyReply,
  { list, columns, fileName }: NonNullable<Endpoint["csv"]>,
  answer: Readonly<Record<string, unknown>>,
): FastifyReply {
  const rows = answer[list] as readonly Readonly<Record<string, Cell>>[];
  const cells = rows.map((row) => columns.map((column) => textOf(row[column] ?? null)));
  return reply
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .type("text/csv; charset=utf-8")
    .send(csvOf([columns, ...cells]));
}

/** As people write it: numbers never have an exponent, as one lamport would. */
function textOf(value: Cell): string {
  if (value === null) return "";
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return value.toFixed(9).replace(/0+$/, "");
}
