import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.ts";

/** Debian's own stands last: what Debian packages install belongs to it. */
const names = ["python3", "/usr/bin/python3"];

/**
 * The name of a Python 3 that has a module; installs Debian's package of both if there is none and we are allowed to.
 * Without a module, any Python 3.
 */
export function findOrInstallPython(module = "sys"): string {
  const find = () => names.find((name) => spawnSync(name, ["-c", `import ${module}`]).status === 0);
  const found = find();
  if (found !== undefined) return found;
  installDebianPackage(module === "sys" ? "python3" : `python3-${module}`);
  const installed = find();
  if (installed === undefined) throw new Error(`Python 3 with the module ${module} is missing.`);
  return installed;
}
