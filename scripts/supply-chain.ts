import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of package.json that are read. */
interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** The parts of a package's entry in package-lock.json that are read. */
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

/**
 * Licences allowed in production. The last four belong to fonts, the stylesheet compiler, a YAML reader and libvips,
 * used unmodified; Unlicense dedicates to the public domain.
 */
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

/** Packages that state their licence in an older format, with the licence that it names. */
const olderSpelling: Readonly<Record<string, string>> = {
  "xmlhttprequest-ssl": "MIT",
  decko: "MIT",
  stickyfill: "MIT",
  "url-template": "BSD-3-Clause",
};

/** Packages that would run a script on installation; none is run, and all of them work without it. */
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

/** All problems with the dependencies, in plain words. */
export const findSupplyProblems = (chain: SupplyChain): readonly string[] => [
  ...findLoosePins(chain.packageFile),
  ...packagesOf(chain).flatMap(([name, locked]) => problemsOf(name, locked)),
];

/**
 * Native packages for other platforms that the lock file pins by version only. Installing on such a machine trusts the
 * registry for them.
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
      // `npm:other@1.0.0` substitutes another package.
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

/** `A OR B` is allowed if either is, `A AND B` if both are. */
function isAllowed(licence: string | undefined): boolean {
  if (licence === undefined) return false;
  return licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowedLicences.has(part.trim())));
}
