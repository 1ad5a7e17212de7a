import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What is read of package.json. */
interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** What is read of one package in package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly extraneous?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
}

export interface SupplyChain {
  readonly packageFile: PackageFile;
  readonly locked: Readonly<Record<string, LockedPackage>>;
}

/** What may run in production. The last four are of fonts, the stylesheet compiler, a YAML reader and libvips, used as they are; Unlicense gives to the public domain. */
const allowedLicences: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "OFL-1.1",
  "MPL-2.0",
  "Python-2.0",
  "LGPL-3.0-or-later",
]);

/** Packages that name their licence in an older way, with what it says. */
const olderSpelling: Readonly<Record<string, string>> = {
  "xmlhttprequest-ssl": "MIT",
  decko: "MIT",
  stickyfill: "MIT",
  "url-template": "BSD-3-Clause",
};

/** Packages that would like to run a script when they are installed; none does, and all work without. */
const wouldRunScripts: ReadonlySet<string> = new Set([
  "@scarf/scarf",
  "bufferutil",
  "core-js",
  "esbuild",
  "utf-8-validate",
]);

export function readSupplyChain(root = join(import.meta.dirname, "..")): SupplyChain {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  return { packageFile: read("package.json"), locked: read("package-lock.json").packages };
}

/** Everything about the dependencies that must not be, in plain words. */
export const findSupplyProblems = (chain: SupplyChain): readonly string[] => [
  ...findLoosePins(chain.packageFile),
  ...packagesOf(chain).flatMap(([name, locked]) => problemsOf(name, locked)),
];

/**
 * Native parts for other machines that the lock file holds by version alone. Installing on such a machine trusts
 * the registry for them.
 */
export const findUnchecked = (chain: SupplyChain): readonly string[] =>
  packagesOf(chain)
    .filter(([, locked]) => locked.integrity === undefined)
    .map(([name, { version }]) => `${name}@${version}`);

function packagesOf({ locked }: SupplyChain): readonly (readonly [string, LockedPackage])[] {
  return Object.entries(locked)
    .filter(([place]) => place !== "")
    .map(([place, one]) => [place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length), one]);
}

function findLoosePins({ dependencies, devDependencies, overrides }: PackageFile): readonly string[] {
  const versionsIn = (value: unknown): readonly (readonly [string, unknown])[] =>
    Object.entries(value ?? {}).flatMap(([name, version]) =>
      typeof version === "object" ? versionsIn(version) : [[name, version] as const],
    );
  return (
    [dependencies, devDependencies, overrides]
      .flatMap(versionsIn)
      // `npm:other@1.0.0` puts another package in the place of one.
      .filter(([, version]) => !/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
      .map(([name, version]) => `${name} is not pinned exactly: ${String(version)}`)
  );
}

function problemsOf(name: string, locked: LockedPackage): readonly string[] {
  const problems: string[] = [];
  const isForOtherMachines = locked.optional === true && (locked.os ?? locked.cpu) !== undefined;
  if (locked.resolved !== undefined && !locked.resolved.startsWith("https://registry.npmjs.org/"))
    problems.push(`${name} comes from ${locked.resolved}`);
  if (locked.integrity === undefined && !isForOtherMachines) problems.push(`${name} has no checksum`);
  if (locked.integrity !== undefined && !locked.integrity.startsWith("sha512-"))
    problems.push(`${name} has a weak checksum`);
  if (locked.hasInstallScript === true && !wouldRunScripts.has(name))
    problems.push(`${name} wants to run a script when it is installed`);
  const licence = olderSpelling[name] ?? locked.license;
  const isShipped = locked.dev !== true && locked.extraneous !== true;
  if (isShipped && !isForOtherMachines && !isAllowed(licence))
    problems.push(`${name} has the licence ${licence ?? "(none)"}`);
  return problems;
}

/** `A OR B` is allowed by either, `A AND B` by both. */
function isAllowed(licence: string | undefined): boolean {
  if (licence === undefined) return false;
  return licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowedLicences.has(part.trim())));
}
