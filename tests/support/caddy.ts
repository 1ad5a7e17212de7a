import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installDebianPackage } from "./debian-package.ts";
import { root } from "./deployment.ts";
import { freePort } from "./server-process.ts";

const program = "caddy";
const config = join(root, "deploy/Caddyfile");
const isInstalled = () => spawnSync(program, ["version"]).status === 0;

interface Proxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Caddy with the site's own Caddyfile in front of servers, without TLS. Installs Debian's
 * package if it is missing.
 */
export async function startCaddy(servers: string): Promise<Proxy> {
  if (!isInstalled()) installDebianPackage("caddy");
  const folder = mkdtempSync(join(tmpdir(), "furlong-caddy-"));
  const url = `http://127.0.0.1:${await freePort()}`;
  const caddy = spawn(program, ["run", "--config", config, "--adapter", "caddyfile"], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      SITE_HOST: url,
      SERVERS: servers,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(caddy, "exit");
  let said = "";
  await new Promise<void>((resolve, reject) => {
    caddy.once("exit", () => reject(new Error(`Caddy ended: ${said}`)));
    caddy.stderr.on("data", (text: Buffer) => {
      said += String(text);
      if (said.includes("serving initial configuration")) resolve();
    });
  });
  return {
    url,
    async stop() {
      caddy.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
