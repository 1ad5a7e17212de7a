import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("main.ts", import.meta.url));

function start(folder: string, ...args: string[]) {
  const all = ["--import", "tsx", program, ...args, folder];
  const child = spawn(process.execPath, all, { stdio: ["pipe", "ignore", "pipe"] });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  // The first failed call is reported once all bettors have their keys.
  const playing = once(child.stderr, "data");
  return { child, exited, playing };
}

const nobodyThere = "http://127.0.0.1:9";
const newFolder = () => join(mkdtempSync(join(tmpdir(), "bettors-")), "keys");

it("ends when its parent is gone, and keeps its keys for itself alone", { timeout: 60_000 }, async () => {
  const folder = newFolder();
  const first = start(folder, nobodyThere, "2");
  await first.playing;
  first.child.stdin.end();
  expect(await first.exited).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(["1.key", "2.key"]);
  expect(statSync(join(folder, "1.key")).mode & 0o777).toBe(0o600);

  const key = readFileSync(join(folder, "1.key"), "utf8");
  const second = start(folder, nobodyThere, "1");
  await second.playing;
  second.child.kill("SIGTERM");
  expect(await second.exited).toBe(0);
  expect(readFileSync(join(folder, "1.key"), "utf8")).toBe(key);
});

it("says how it is called", { timeout: 60_000 }, async () => {
  const { exited } = start(newFolder(), nobodyThere, "many");
  expect(await exited).toBe(2);
});
