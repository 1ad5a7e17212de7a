import type * as z from "zod/v4/core";
import { type Refused, refuse } from "../../domain/result.ts";
import { type RefusalCode, isRefusalCode, refusals } from "./refusals.ts";

/**
 * The refusal for input that its schema rejected: the first fault, with the field named. If a schema's `error` is a
 * code of the catalogue, it gives that refusal; a phrase is appended to the field's name.
 *
 * @example
 * // { walletAddress: "x" } → INVALID_INPUT, field "walletAddress", "walletAddress must be a wallet address"
 */
export function refuseInput(error: z.$ZodError): Refused<RefusalCode> {
  const issue = error.issues[0];
  if (issue === undefined) return refuse("INVALID_INPUT");
  const field = issue.path.map(String).join(".");
  const about = field === "" ? {} : { field };
  if (isRefusalCode(issue.message)) {
    return refuse(issue.message, { ...about, message: refusals[issue.message].text });
  }
  return refuse("INVALID_INPUT", { ...about, message: `${field || "The request body"} ${issue.message}` });
}

/**
 * Passed to zod with the input: messages for faults for which the schema has none. zod would otherwise take them from
 * the language that is set for the whole process.
 */
export const faultWords: z.ParseContext<z.$ZodIssue> = { error: phrase };

function phrase(issue: z.$ZodRawIssue): string {
  if (issue.code === "invalid_type") return `must be ${expectations[issue.expected] ?? "of another kind"}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return "is not valid";
}

const expectations: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
};
