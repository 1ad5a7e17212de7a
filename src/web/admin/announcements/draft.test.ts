import { expect, it } from "vitest";
import { bodyOf, draftProblem, emptyDraft, walletsIn } from "./draft.ts";

const wallet = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";
const draft = { ...emptyDraft, title: "Jackpot race" };

it("ADMIN-17 wallets are trimmed, blanks dropped, and each counts once", () =>
  expect(walletsIn(` a, b ,,\n a `)).toEqual(["a", "b"]));

it.each([
  [{}, null],
  [{ title: "  " }, "titleMissing"],
  [{ priority: "1.5" }, "priorityRange"],
  [{ priority: "1001" }, "priorityRange"],
  [{ startsAt: "2026-01-02T00:00", endsAt: "2026-01-01T00:00" }, "endsBefore"],
  [{ segment: "specific" }, "walletsMissing"],
  [{ segment: "specific", wallets: `${wallet}, nobody` }, "walletWrong"],
  [{ segment: "specific", wallets: wallet }, null],
  // The wallets count only for the segment that uses them.
  [{ segment: "all", wallets: "nobody" }, null],
] as const)("ADMIN-17 a draft with %j has the problem %s", (change, problem) =>
  expect(draftProblem({ ...draft, ...change })).toBe(problem),
);

it("ADMIN-17 wallets go along for specific players alone, and no time is null", () => {
  expect(bodyOf({ ...draft, wallets: wallet })).toMatchObject({
    target_wallets: null,
    starts_at: null,
    ends_at: null,
    body: null,
  });
  const specific = { ...draft, segment: "specific", wallets: wallet, endsAt: "2026-01-01T10:00" } as const;
  expect(bodyOf(specific)).toMatchObject({ target_wallets: [wallet], ends_at: new Date("2026-01-01T10:00") });
});
