import * as z from "zod/mini";
import { page, text } from "./codecs.ts";

/** Text that is looked for; pasted from a table that shows only the beginning, it ends with an ellipsis (rule USERS-8). */
export const lookedFor = (length: number) =>
  z.codec(text(length), z.string(), { decode: (typed) => typed.split("\u2026", 1)[0] ?? "", encode: String });

const directions = ["asc", "desc"] as const;
export type Direction = (typeof directions)[number];

/** What an admin's list is ordered by, which way, and what is looked for in it. */
export const listOrder = <const Orders extends readonly [string, ...string[]]>(orders: Orders) => ({
  sort: z.optional(z.enum(orders)),
  direction: z.optional(z.enum(directions)),
  search: z.optional(lookedFor(128)),
});

/** Query fields of an admin's list that grows: its page and its order. */
export const adminList = <const Orders extends readonly [string, ...string[]]>(orders: Orders) => ({
  ...page,
  ...listOrder(orders),
});
