import type { FieldDoc } from "./docs.ts";

/** Fields that no feature owns. */
export const commonFields = {
  changed: "Whether the call changed anything; false when everything was already as asked.",
  code: "Stable identifier for programs.",
  count: "How many.",
  field: { description: "The input field at fault.", example: "amount" },
  idempotencyKey: {
    description: "Says that two requests are the same one: 1 to 64 visible ASCII characters.",
    example: "5f0c1d1e-8f0f-4c8e-9d0a-0d6f7f1c2b3a",
  },
  ids: "Which ones.",
  messages: "Oldest first.",
  success: "Whether the call succeeded.",
  direction:
    "Ascending or descending; as the list comes when it is left out, and descending in another order.",
  search: "What is looked for in the list; a cursor belongs to one search.",
  sort: "What the list is ordered by; a cursor belongs to one order.",
  cursor: {
    description: "Where the page begins: `nextCursor` of the previous page.",
    example: "1795318389338_r12",
  },
  limit: { description: "Maximum number of items; clamped to what the call allows.", example: 20 },
  nextCursor: {
    description: "Where the next page begins; null on the last one.",
    example: "1795318389338_r12",
  },
} as const satisfies Record<string, FieldDoc>;
