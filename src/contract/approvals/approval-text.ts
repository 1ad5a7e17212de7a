import * as z from "zod/mini";
import { formatSol } from "../../domain/sol-amount.ts";
import { type Approval, houseRequests } from "./approvals.ts";

type Content = Pick<Approval, "id" | "kind" | "request" | "amount" | "asked_by">;

/**
 * What an admin's wallet signs to approve a request: all that it would do, one field a line in the order of their names
 * (rule APPROVALS-9). Page and server build it from the request, so that nobody signs what they did not see.
 */
export function approvalText({ id, kind, request, amount, asked_by: askedBy }: Content): string {
  const fields = z.encode<z.core.$ZodType>(houseRequests[kind], request) as Readonly<Record<string, unknown>>;
  return [
    "Furlong: I approve this request of another admin.",
    "",
    `id: ${id}`,
    `kind: ${kind}`,
    `requested by: ${askedBy}`,
    `amount: ${formatSol(amount)} SOL`,
    ...Object.keys(fields)
      .toSorted()
      .filter((name) => fields[name] !== undefined)
      .map((name) => `${name}: ${JSON.stringify(fields[name])}`),
  ].join("\n");
}
