import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs a package with Debian's apt if possible: as root, on a system that has it. */
export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const run = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  run("update", "-qq");
  run("install", "-y", "-qq", "--no-install-recommends", name);
}
