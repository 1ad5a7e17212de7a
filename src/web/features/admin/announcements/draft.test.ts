import { expect, it } from "vitest";
import { bodyOf, changesOf, draftOf, draftProblem, emptyDraft, walletsIn } from "./draft.ts";

const wallet = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";
const draft = { ...emptyDraft, title: "Jackpot race" };

it("wallets are trimmed, blanks dropped, and each counts once", () =>
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
] as const)("a draft with %j has the problem %s", (change, problem) =>
  expect(draftProblem({ ...draft, ...change })).toBe(problem),
);

it("wallets go along for specific players alone, and no time is null", () => {
  expect(bodyOf({ ...draft, wallets: wallet })).toMatchObject({
    target_wallets: null,
    starts_at: null,
    ends_at: null,
    body: null,
  });
  const specific = { ...draft, segment: "specific", wallets: wallet, endsAt: "2026-01-01T10:00" } as const;
  expect(bodyOf(specific)).toMatchObject({ target_wallets: [wallet], ends_at: new Date("2026-01-01T10:00") });
});

it("NEWS-8 an edit sends what it changes, so that what another admin changed meanwhile stays", () => {
  const stored = {
    title: "Jackpot race",
    body: "At eight",
    segment: "specific",
    starts_at: new Date("2026-01-01T10:00:07Z"),
    ends_at: null,
    priority: 3,
    active: true,
    target_wallets: [wallet],
  } as const;
  const opened = draftOf(stored);
  expect(changesOf(opened, stored)).toEqual({});
  expect(changesOf({ ...opened, body: "At nine" }, stored)).toEqual({ body: "At nine" });
  expect(changesOf({ ...opened, segment: "all" }, stored)).toEqual({ segment: "all", target_wallets: null });
});
