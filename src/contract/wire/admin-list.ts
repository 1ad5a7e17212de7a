import * as z from "zod/mini";
import { page, text } from "./codecs.ts";

const directions = ["asc", "desc"] as const;

/** What an admin's list is ordered by, which way, and what is looked for in it (rule ADMIN-83). */
export const listOrder = <const Orders extends readonly [string, ...string[]]>(orders: Orders) => ({
  sort: z.optional(z.enum(orders)),
  direction: z.optional(z.enum(directions)),
  search: z.optional(text(128)),
});

/** Query fields of an admin's list that grows: its page and its order. */
export const adminList = <const Orders extends readonly [string, ...string[]]>(orders: Orders) => ({
  ...page,
  ...listOrder(orders),
});
