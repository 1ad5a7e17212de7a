import { expect, it } from "vitest";
import { pageOf } from "./pages.ts";

it.each([
  ["/", { name: "home", param: null }],
  ["/race", { name: "race", param: null }],
  ["/race/", { name: "race", param: null }],
  ["/race/r12", { name: "replay", param: "r12" }],
  ["/ref/some.one", { name: "referral", param: "some.one" }],
  ["/provably-fair", { name: "fairness", param: null }],
  ["/leaderboard", { name: "leaderboard", param: null }],
  ["/admin", { name: "admin", param: null }],
  ["/admin/races", { name: "adminTab", param: "races" }],
])("%s is a page", (path, page) => expect(pageOf(path)).toEqual(page));

it.each(["/ref", "/ref/", "/race/r12/replay", "/Race", "/racer", "//", "/provably-fairly", "/.env"])(
  "%j is no page",
  (path) => expect(pageOf(path)).toBeNull(),
);
