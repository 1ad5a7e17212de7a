import { expect, it } from "vitest";
import type * as z from "zod/v4/core";
import { api } from "../api.ts";
import { adminList } from "./admin-list.ts";
import type { Endpoint } from "./endpoint.ts";

const fieldsOf = (query: z.$ZodObject | undefined) => Object.keys(query?._zod.def.shape ?? {});

const lists = Object.entries<Endpoint>(api).filter(
  ([, { access, query }]) =>
    (access === "admin" || access === "moderator") && fieldsOf(query).includes("cursor"),
);

it("ADMIN-83 every list of the panel that goes on by a cursor can be sorted and searched", () => {
  expect(lists.length).toBeGreaterThan(12);
  const wanted = Object.keys(adminList(["time"]));
  const lacking = lists.filter(([, { query }]) => !wanted.every((field) => fieldsOf(query).includes(field)));
  expect(lacking.map(([name]) => name)).toEqual([]);
});
