import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findSupplyProblems, findUnchecked, readSupplyChain } from "../../scripts/supply-chain.ts";

describe("what the product is built from", () => {
  const chain = readSupplyChain();

  it("every dependency is pinned exactly, has a checksum, an allowed licence and no new install script", () => {
    expect(findSupplyProblems(chain)).toEqual([]);
  });

  it("an install runs no scripts of packages unless somebody asks for it", () => {
    const settings = readFileSync(new URL("../../.npmrc", import.meta.url), "utf8");
    expect(settings.split("\n")).toContain("ignore-scripts=true");
  });

  it("what has no checksum is a native part for a machine of another kind than this one", () => {
    const here = `${process.platform}-${process.arch}`;
    expect(findUnchecked(chain).filter((name) => name.includes(`${here}-gnu`))).toEqual([]);
  });

  it.each([
    ["a range", { left: "^1.0.0" }, {}, /not pinned/],
    ["a tag", { left: "latest" }, {}, /not pinned/],
    ["a range of another package", { left: "npm:right@^1.0.0" }, {}, /not pinned/],
    ["a repository", { left: "github:evil/left" }, {}, /not pinned/],
    ["another registry", {}, { resolved: "https://evil.example/left.tgz" }, /comes from/],
    ["no checksum", {}, { integrity: undefined }, /no checksum/],
    ["a weak checksum", {}, { integrity: "sha1-x" }, /weak checksum/],
    ["an install script", {}, { hasInstallScript: true }, /run a script/],
    ["a licence that binds us", {}, { license: "AGPL-3.0-only" }, /licence AGPL/],
    ["no licence", {}, { license: undefined }, /licence \(none\)/],
    ["one licence of two that is not allowed", {}, { license: "(MIT AND GPL-3.0-only)" }, /licence/],
  ])("a dependency arrives with %s: found", (_what, dependencies, changes, problem) => {
    const left = { version: "1.0.0", integrity: "sha512-x", license: "MIT", ...changes };
    const found = findSupplyProblems({
      packageFile: { dependencies: dependencies as Record<string, string> },
      locked: { "node_modules/left": left as object },
    });
    expect(found).toEqual([expect.stringMatching(problem)]);
  });
});
