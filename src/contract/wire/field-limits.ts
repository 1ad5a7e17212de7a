import * as z from "zod/mini";
import type { Lamports } from "../../domain/lamports.ts";
import { amountSteps } from "./codecs.ts";

/** What a form's control says of a field: a length, or a range and its step. */
export interface FieldLimits {
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/**
 * The limits that a field's schema sets, for the form that sends it (rule FORMS-1).
 *
 * @example
 * limitsOf(specialRaceTerms.minBets); // { min: 1, max: 1000, step: 1 }
 */
export function limitsOf(schema: z.core.$ZodType): FieldLimits {
  const steps = amountSteps.get(schema);
  if (steps !== undefined) return steps;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "nullable") return limitsOf(def.innerType);
  if (def.type === "pipe") return limitsOf(def.in);
  const limits = (def.checks ?? []).map((check) => limitOf(check._zod.def as Check));
  return Object.assign(def.type === "number" ? { step: 1 } : {}, ...limits) as FieldLimits;
}

type Check =
  | z.core.$ZodCheckMaxLengthDef
  | z.core.$ZodCheckGreaterThanDef
  | z.core.$ZodCheckLessThanDef
  | { readonly check: "custom" };

function limitOf(check: Check): FieldLimits {
  if (check.check === "max_length") return { maxLength: check.maximum };
  if (check.check === "greater_than") return { min: Number(check.value) };
  return check.check === "less_than" ? { max: Number(check.value) } : {};
}

/** What was typed for an amount, if the field accepts it (rule FORMS-1); otherwise null. */
export function amountIn(schema: z.core.$ZodType<Lamports>, typed: string): Lamports | null {
  const read = z.safeParse(schema, typed.trim());
  return read.success ? read.data : null;
}

/** What was typed for a whole number, if the field accepts it (rule FORMS-1); otherwise null. */
export function wholeIn(schema: z.core.$ZodType<number | undefined>, typed: string): number | null {
  if (!/^-?\d{1,9}$/.test(typed.trim())) return null;
  const read = z.safeParse(schema, Number(typed));
  return read.success ? (read.data ?? null) : null;
}
