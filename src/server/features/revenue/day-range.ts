import { type Result, ok, refuse } from "../../../domain/result.ts";
import type { UtcDay } from "../../../domain/utc-day.ts";

/** Days in UTC, both included; an omitted one means no bound. */
export interface DayRange {
  readonly from?: UtcDay | undefined;
  readonly to?: UtcDay | undefined;
}

/** A range that ends before it begins is a mistake by the caller. */
export const checkRange = ({ from, to }: DayRange): Result<undefined, "INVALID_INPUT"> =>
  from !== undefined && to !== undefined && to < from
    ? refuse("INVALID_INPUT", { field: "to", message: "to must not be before from" })
    : ok();
