import { readFileSync } from "node:fs";

/** Unit of `/proc/<pid>/stat`; Linux has long counted in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** Seconds of processor time that a process has used, user and system. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** The value that this percentage of the values does not exceed; NaN if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const ascending = values.toSorted((one, other) => one - other);
  return ascending[Math.max(0, Math.ceil((ascending.length * percent) / 100) - 1)] ?? Number.NaN;
}
