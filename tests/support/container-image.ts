import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { root, textOf } from "./deployment.ts";

interface Image {
  /** Where the last stage's files are. */
  readonly folder: string;
  /** What the container starts, without `node` itself. */
  readonly program: readonly string[];
}

/**
 * Builds in folders what deploy/Dockerfile builds in containers: each stage holds only what its COPY lines bring from
 * what deploy/Dockerfile.dockerignore lets through, and its npm commands run there. Packages of the system are not
 * installed.
 */
export function buildImage(into: string): Image {
  const sent = Array.from(
    textOf("deploy/Dockerfile.dockerignore").matchAll(/^!(.+)$/gm),
    ([, path = ""]) => path,
  );
  const isSent = (path: string) => sent.some((one) => path === one || path.startsWith(`${one}/`));
  const stages = new Map<string, string>();
  let folder = "";
  let program: readonly string[] = [];

  const begin = (rest: string) => {
    const [, name = `stage-${stages.size}`] = / AS (\S+)$/.exec(rest) ?? [];
    folder = join(into, name);
    stages.set(name, folder);
    mkdirSync(folder, { recursive: true });
  };
  const copy = (rest: string) => {
    const [, stage] = /^--from=(\S+) /.exec(rest) ?? [];
    const names = rest.replace(/^--from=\S+ /, "").split(" ");
    const to = join(folder, names.at(-1) ?? "");
    for (const name of names.slice(0, -1)) {
      const path = name.replace(/^\/app\//, "");
      if (stage === undefined && !isSent(path)) throw new Error(`${path} is not sent to the build`);
      const from = join(stage === undefined ? root : (stages.get(stage) ?? ""), path);
      const isInto = to.endsWith("/") && !statSync(from).isDirectory();
      cpSync(from, isInto ? join(to, basename(path)) : to, { recursive: true, verbatimSymlinks: true });
    }
  };
  const run = (command: string) => {
    if (!/(^|\s)npm /.test(command)) return;
    execFileSync("sh", ["-ec", command], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  };

  for (const line of textOf("deploy/Dockerfile").replaceAll("\\\n", " ").split("\n")) {
    const [, instruction, rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === "FROM") begin(rest);
    else if (instruction === "COPY") copy(rest);
    else if (instruction === "RUN") run(rest);
    else if (instruction === "CMD") program = (JSON.parse(rest) as string[]).slice(1);
  }
  return { folder, program };
}
