import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAdminSession } from "../../support/admin-session.ts";
import { buildImage } from "../../support/container-image.ts";
import { emptyDataDir, type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

const scratch = mkdtempSync(join(tmpdir(), "furlong-compiled-"));
const dataDir = emptyDataDir();
let image: ReturnType<typeof buildImage>;
let server: ServerProcess;

// The image holds no sources and no development packages.
beforeAll(async () => {
  image = buildImage(join(scratch, "image"));
  server = await startServer({ ...image, dataDir, env: { LOCAL_PLAYERS: "2" } });
}, 480_000);
afterAll(async () => {
  await server?.stop();
  for (const folder of [scratch, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await fetch(`${server.url}${path}`)).text();

it("the image of deploy/Dockerfile serves its page on new data, and finds its practice bettors and the API page", async () => {
  expect(await get("/")).toContain("<title>Furlong");
  // The database is empty: without its migrations and the starter emotes next to the build, it would not have opened.
  expect((await get("/api/docs")).length).toBeGreaterThan(100);
  await until("the practice bettors", async () => {
    const { race } = JSON.parse(await get("/api/races/active"));
    return race?.betCount > 0;
  });
});

it("nothing of it is translated while it runs", () => {
  const pids = execFileSync("pgrep", ["-f", dataDir.slice(1)], { encoding: "utf8" })
    .trim()
    .split("\n");
  const commands = pids.map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  expect(commands.some((command) => command.includes("practice-bettors.js"))).toBe(true);
  expect(commands.filter((command) => command.includes("tsx"))).toEqual([]);
});

const run = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [...image.program.slice(0, -1), command, ...args], {
    cwd: image.folder,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
  });

it("a fault names the line of the source", () => {
  const file = join(scratch, "a-file");
  writeFileSync(file, "");
  const { stderr, status } = run("main", [], { DATA_DIR: join(file, "data") });
  expect(status).toBe(1);
  expect(stderr).toMatch(/src\/server\/foundation\/db\/private-folder\.ts:\d+/);
});

it("MONEY-33 the compiled command brings exported wallets into a new installation", async () => {
  const admin = await openAdminSession(server.url);
  await admin.stepUp("house-wallets");
  const masterPassword = readFileSync(join(dataDir, "house-password"), "utf8").trim();
  const { body } = await admin.call("POST", "/api/house-wallet/export", {
    body: { adminWallet: admin.address, masterPassword },
  });
  const file = join(scratch, "wallets.json");
  writeFileSync(file, JSON.stringify(body.export));
  const into = (password: string) =>
    run("restore-wallets", [file], {
      DATA_DIR: join(scratch, "new-house"),
      HOUSE_MASTER_PASSWORD: password,
    });
  expect(into("Not the password 1!").stderr).toContain("The master password does not open the file.");
  const { stdout, stderr, status } = into(masterPassword);
  expect([status, stderr]).toEqual([0, ""]);
  for (const { address } of body.export.wallets) expect(stdout).toContain(`${address} 0 lamports`);
  expect(stdout).toContain("The wallets were restored.");
  expect(into(masterPassword).stderr).toContain("has house wallets already");
});

it("INV-9 the compiled commands copy the database and put it back", async () => {
  await server.stop();
  const file = join(scratch, "copy.backup");
  expect(run("backup", [file]).stdout).toContain(`The database was copied to ${file}.`);
  const restored = run("restore", [file], { DATA_DIR: join(scratch, "restored") });
  expect([restored.status, restored.stderr]).toEqual([0, ""]);
  expect(run("restore-wallets", []).stderr).toContain("Usage: npm run restore-wallets");
});
