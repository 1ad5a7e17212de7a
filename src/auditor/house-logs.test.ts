import { describe, expect, it } from "vitest";
import { FIRST, headOf, SECOND, ServedLogs } from "../../tests/support/served-logs.ts";
import { bytesToHex } from "@noble/hashes/utils.js";
import { isOfHouse, type NewestLog } from "./house-logs.ts";
import { FalseLog } from "./read-log.ts";

const THIRD = "3f2e3d4c5b6a7988";
const OTHER = "2".repeat(44);

/** A house whose third log is open. */
function house() {
  const logs = new ServedLogs();
  const first = logs.serve(FIRST, { size: 300, isClosed: true });
  const second = logs.serve(SECOND, { size: 280, before: headOf(first, 300), isClosed: true });
  const third = logs.serve(THIRD, { size: 2, before: headOf(second, 280) });
  const { origin, notary } = third;
  const newest: NewestLog = { origin, notary, anchored: { size: 2, root: bytesToHex(third.rootAt(2)) } };
  return { logs, site: logs.siteOf(third, 2), newest, first, second, third };
}

describe("FAIR-12 a log with a race's commitment is the house's", () => {
  it("where its notary is that of the newest, or of one that it leads back to", async () => {
    const { site, newest, first, second, third } = house();
    for (const log of [first, second, third]) expect(await isOfHouse(site, newest, log)).toBe(true);
  });

  it("and not where another notary has its name, nor where nothing leads to it", async () => {
    const { site, newest, first, second, third } = house();
    for (const { origin } of [first, second, third])
      expect(await isOfHouse(site, newest, { origin, notary: OTHER })).toBe(false);
    expect(await isOfHouse(site, newest, { origin: "localhost/log/another", notary: OTHER })).toBe(false);
  });

  it("which is not known where an opening in between is not served, or is not the one that was named", async () => {
    const { logs, site, newest, first, second } = house();
    logs.serve(SECOND, { size: 280, before: null });
    await expect(isOfHouse(site, newest, first)).rejects.toThrow(FalseLog);
    for (const path of logs.files.keys()) if (path.startsWith(`${SECOND}/`)) logs.files.delete(path);
    await expect(isOfHouse(site, newest, second)).rejects.toThrow(FalseLog);
    await expect(isOfHouse(site, { ...newest, anchored: null }, first)).rejects.toThrow(FalseLog);
    const cut = { ...site, readFile: () => Promise.reject(new Error("no route")) };
    await expect(isOfHouse(cut, newest, first)).rejects.toThrow("no route");
  });

  it("nor where a tile is cut", async () => {
    const { logs, site, newest, first } = house();
    const tile = `${SECOND}/tile/0/000`;
    logs.files.set(tile, logs.files.get(tile)!.slice(1));
    await expect(isOfHouse(site, newest, first)).rejects.toThrow(FalseLog);
  });
});
