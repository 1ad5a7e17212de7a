import { expect, it } from "vitest";
import { changesOf, draftOf, editsSince, usernameProblem } from "./user-changes.ts";

const user = {
  username: "low_gear",
  ref_by: null,
  isChatModerator: false,
  is_streamer: false,
  is_partner: true,
  isAdmin: false,
};
const draft = draftOf(user);

it("nothing is sent where nothing has changed, spaces around it included", () => {
  expect(changesOf(user, draft)).toEqual({});
  expect(changesOf(user, { ...draft, username: " low_gear ", referrer: "  " })).toEqual({});
});

it("only what has changed is sent", () => {
  expect(changesOf(user, { ...draft, username: " high_gear " })).toEqual({ username: "high_gear" });
  expect(changesOf(user, { ...draft, referrer: "copper_vane" })).toEqual({ referrer: "copper_vane" });
  expect(changesOf(user, { ...draft, isPartner: false, isChatModerator: true })).toEqual({
    roles: { isPartner: false },
    isChatModerator: true,
  });
});

it.each(["ab", "x".repeat(21), "no spaces"])("%j is no username, and is not sent", (username) => {
  expect(changesOf(user, { ...draft, username })).toEqual({});
  expect(usernameProblem(user, { ...draft, username })).not.toBeNull();
});

it("a referrer is not sent when it is emptied", () =>
  expect(changesOf({ ...user, ref_by: "copper_vane" }, { ...draft, referrer: "" })).toEqual({}));

it("what is typed while other edits are saved is kept", () => {
  const saved = { isStreamer: true, username: "high_gear" };
  expect(editsSince(saved, saved)).toEqual({});
  expect(editsSince(saved, { ...saved, username: "higher_gear", referrer: "copper_vane" })).toEqual({
    username: "higher_gear",
    referrer: "copper_vane",
  });
});
