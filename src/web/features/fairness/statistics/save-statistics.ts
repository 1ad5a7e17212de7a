import { csvOf } from "../../../../domain/csv.ts";
import { reportRows } from "../../../../domain/statistics/report.ts";
import { saveFile, saveJson } from "../../../foundation/lib/save-file.ts";
import type { StatisticsProgress } from "./messages.ts";

const NAME = "furlong-statistics";

/** Each figure as a row: part, name, figure and value. */
export const saveAsCsv = ({ report }: StatisticsProgress): void =>
  saveFile(`${NAME}.csv`, csvOf(reportRows(report)));

/** The whole report; lamports as decimal text. */
export function saveAsJson({ report, doneAt }: StatisticsProgress): void {
  const contents = {
    furlong: "statistics",
    version: 1,
    site: location.origin,
    doneAt: doneAt === null ? null : new Date(doneAt).toISOString(),
    ...report,
  };
  saveJson(`${NAME}.json`, JSON.parse(JSON.stringify(contents, asText)) as object);
}

const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
