import { expect, it } from "vitest";
import { withoutServerFields } from "./drop-server-fields.ts";

it("takes from the contract what the server alone reads, and no more", () => {
  const call = `endpoint({
    method: "POST",
    access: "admin",
    stepUp: "once",
    movesMoney: true,
    refusesBanned: true,
    claims: ["header"],
    summary:
      "Says \\"one\\", two",
    status: 201,
    perMinute: 20,
    perDay: 200,
  })`;
  const lines = withoutServerFields(call)
    .split("\n")
    .filter((line) => line.trim() !== "");
  expect(lines.map((line) => line.trim())).toEqual([
    "endpoint({",
    'method: "POST",',
    "movesMoney: true,",
    'claims: ["header"],',
    "status: 201,",
    "})",
  ]);
});

it("leaves of a refusal its text", () => {
  expect(withoutServerFields('{ status: 404, text: "Not found" }').replaceAll(/\s+/g, " ")).toBe(
    '{ text: "Not found" }',
  );
});
