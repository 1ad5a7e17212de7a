import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.ts";

const isThere = () => spawnSync("python3", ["--version"]).status === 0;

/** The name of a Python 3; installs Debian's package if there is none and we are allowed to. */
export function findOrInstallPython(): string {
  if (!isThere()) installDebianPackage("python3");
  if (!isThere()) throw new Error("The verifier's proof needs Python 3: install python3.");
  return "python3";
}
