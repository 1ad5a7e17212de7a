import { expect, it } from "vitest";
import type * as z from "zod/v4/core";
import { api } from "../api.ts";
import { adminList } from "./admin-list.ts";
import type { Endpoint } from "./endpoint.ts";

const fieldsOf = (part: z.$ZodObject | undefined) => Object.keys(part?._zod.def.shape ?? {});
/** One list is read by a call with a body. */
const askedOf = ({ query, body }: Endpoint) => [...fieldsOf(query), ...fieldsOf(body)];

const lists = Object.entries<Endpoint>(api).filter(
  ([, each]) => (each.access === "admin" || each.access === "moderator") && askedOf(each).includes("cursor"),
);

it("every list of the panel that goes on by a cursor can be sorted and searched", () => {
  expect(lists.length).toBeGreaterThan(12);
  const fields = Object.keys(adminList(["time"]));
  const lacking = lists.filter(([, each]) => !fields.every((field) => askedOf(each).includes(field)));
  expect(lacking.map(([name]) => name)).toEqual([]);
});
