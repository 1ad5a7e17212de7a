import * as z from "zod/mini";
import { page, text } from "./codecs.ts";

const directions = ["asc", "desc"] as const;

/**
 * Query fields of an admin's list that grows (rule ADMIN-83): its page, what it is ordered by, which way, and what is
 * looked for in it.
 */
export const adminList = <const Orders extends readonly [string, ...string[]]>(orders: Orders) => ({
  ...page,
  sort: z.optional(z.enum(orders)),
  direction: z.optional(z.enum(directions)),
  search: z.optional(text(128)),
});
