import { expect, it } from "vitest";
import { mistypedVariables } from "./mistyped-variables.ts";

it("OPERATE-6 names a variable that is spelled almost like one of ours", () => {
  const given = { METRICS_TOKE: "secret", Redis_Url: "redis://here", DATABASE_URL: "postgres://here" };
  expect(mistypedVariables(given)).toEqual([
    "METRICS_TOKE is not a variable of Furlong; did you mean METRICS_TOKEN?",
    "Redis_Url is not a variable of Furlong; did you mean REDIS_URL?",
  ]);
});

it("is silent about other programs' variables, and about one whose right spelling is set too", () => {
  const others = { PATH: "/bin", HOME: "/", SHELL: "sh", NODE_ENV: "production", PGHOST: "db", POST: "1" };
  expect(mistypedVariables(others)).toEqual([]);
  expect(mistypedVariables({ METRICS_TOKE: "a", METRICS_TOKEN: "b" })).toEqual([]);
});
