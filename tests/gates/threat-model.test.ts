import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import { type Endpoint, stepUpNeed } from "../../src/contract/wire/endpoint.ts";
import { clientEvents } from "../../src/contract/wire/socket-events.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/threat-model.md"), "utf8");
const [, section = ""] = /^## Who may touch what$([\s\S]*?)^## /m.exec(page) ?? [];
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, , who = "", by = "", rules = "", tests = ""]) => ({
    who,
    names: Array.from(by.matchAll(/`([^`]+)`/g), ([, name = ""]) => name),
    rules: Array.from(rules.matchAll(/[A-Z]+-\d+/g), ([rule]) => rule),
    tests,
  }));
const writes = new Map<string, Pick<Endpoint, "access" | "stepUp" | "moderation">>([
  ...Object.entries<Endpoint>(api).filter(([, { method }]) => method !== "GET"),
  ...Object.entries(clientEvents),
]);

/** Who may make a call, as the table says it. The settings' call requires more than its declaration, except for the theme. */
function callerOf(name: string, call: Parameters<typeof stepUpNeed>[0]): string {
  const { access } = call;
  if (name === "becomeLocalAdmin") return "environment";
  if (access === "public") return "anyone";
  if (access === "house") return "admin with the password";
  if (access !== "admin") return access;
  const need = name === "updateSetting" ? "fresh" : stepUpNeed(call);
  return { none: "admin's session", once: "admin, for content", fresh: "admin" }[need];
}

const saidOf = (who: string) =>
  who.replace(/^two admins$|^admin to the limit$/, "admin").replace(/, to the limit$/, "");

it("docs/threat-model.md cites only tests that there are", () => {
  const folders = ["tests/attacks", "tests/gates", "src/server"].map((folder) => join(root, folder));
  const made = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((path) => path.endsWith(".test.ts") || /attacks\/.*\.ts$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const cited = Array.from(page.matchAll(/“([^”]+)”/g), ([, title = ""]) => title.replaceAll(/\s+/g, " "));
  expect(cited.length).toBeGreaterThan(70);
  expect(cited.filter((title) => !made.includes(`"${title}"`))).toEqual([]);
});

it("every call that writes says who may make it, as the contract does", () => {
  const named = rows.flatMap(({ who, names }) => names.map((name) => ({ who: saidOf(who), name })));
  expect([...writes.keys()].filter((name) => !named.some((one) => one.name === name))).toEqual([]);
  const callNames = [...Object.keys(api), ...writes.keys()];
  const isName = (name: string) => /^[a-z]+(?:[A-Z][A-Za-z]*|-[a-z:-]+)$/.test(name);
  expect(named.filter(({ name }) => isName(name) && !callNames.includes(name))).toEqual([]);
  const different = named.filter(({ who, name }) => {
    const call = writes.get(name);
    return call !== undefined && callerOf(name, call) !== who;
  });
  expect(different).toEqual([]);
});

it("every row of who may touch what has rules that exist and a test", () => {
  const rules = readFileSync(join(root, "docs/rules.md"), "utf8");
  expect(rows.filter((row) => row.rules.length === 0 || !row.tests.startsWith("“"))).toEqual([]);
  expect(rows.flatMap((row) => row.rules).filter((rule) => !rules.includes(`**${rule}**`))).toEqual([]);
});
