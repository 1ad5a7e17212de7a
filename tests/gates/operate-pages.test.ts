import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCompose, root, textOf } from "../support/deployment.ts";
import { commandsOfPages } from "../support/operate-pages.ts";

/** Which proof runs such a command, or why none does. */
const commands: readonly (readonly [RegExp, string])[] = [
  [
    /^(sudo -u postgres (psql -c|createdb --owner furlong_proof|dropdb|dropuser)|mkdir -m 700|rm -r|export |npm run restore|psql )/,
    "tests/drills/operate/pages.proof.ts",
  ],
  [/^npm run doctor/, "tests/drills/operate/doctor.proof.ts"],
  [
    /^docker compose .* (up -d|run --rm restore|stop|restart backup)\b/,
    "tests/drills/operate/compose.proof.ts",
  ],
  [/^docker compose .* build$/, "tests/drills/operate/compiled-start.proof.ts"],
  [/^docker compose .* (logs|cp|exec)\b|run --rm server-1 node/, "not run: asks the engine itself"],
  [
    /^(systemctl|journalctl) /,
    "not run: a supervisor is not there; the units are verified in tests/drills/operate/checked-by-their-tools.proof.ts",
  ],
  [/^furlong (restore|doctor|backup|end-log)\b/, "not run: starts a unit of systemd"],
  [/^sudo -u postgres psql furlong -c 'drop schema/, "not run: its schema has the name that a restore says"],
  [/^printf 'ARGS=.* > \/etc\/default\/prometheus/, "not run: puts files in folders of the system"],
  [
    /^printf .*SITE_HOST=.* > \/etc\/systemd\/system\/caddy\.service\.d\//,
    "not run: puts a file in a folder of the system; tests/gates/deployment.test.ts reads what it writes",
  ],
  [/^(adduser|apt|sudo -u postgres createuser) /, "not run: changes the machine"],
  [
    /^git clone |^npm ci /,
    "not run: fetches; the image is built in tests/drills/operate/compiled-start.proof.ts",
  ],
  [/^(install|cp|ln|for part in|sed) /, "not run: puts files in folders of the system"],
  [/^(openssl rand|\$EDITOR|curl) /, "not run: nothing of ours"],
];

it("each command of docs/operate is run by a proof or named as not run", () => {
  const all = commandsOfPages();
  expect(all.length).toBeGreaterThan(40);
  const kindsOf = (command: string) => commands.filter(([is]) => is.test(command));
  expect(all.filter((command) => kindsOf(command).length !== 1)).toEqual([]);
  expect(commands.filter(([is]) => !all.some((command) => is.test(command)))).toEqual([]);
  const proofs = commands.flatMap(([, by]) => /tests\/\S+\.ts/.exec(by) ?? []);
  expect(proofs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it("the commands of docs/operate name services, units, files and programs that are there", () => {
  const { services } = readCompose();
  const programs = textOf("src/server/vite.config.ts");
  const wrong = commandsOfPages().filter((command) => {
    const paths = Array.from(command.matchAll(/(?<![\w/])deploy\/[\w./-]+/g), ([path]) =>
      path.replace(/\/$/, ""),
    );
    // deploy/.env is made by these commands.
    const isMissing = paths.some((path) => !path.endsWith(".env") && !existsSync(join(root, path)));
    const [, units = ""] = /^systemctl (?:\S+ )*?((?:furlong\S* ?)+)$/.exec(command) ?? [];
    const [, program = "main"] = /^furlong (\S+)/.exec(command) ?? [];
    // What stands after the service of `run` is a program and its arguments.
    const named =
      /^docker compose .* (?:run --rm(?= ([\w-]+))|(?:up -d|stop|restart|logs)((?: [\w-]+)*))/
        .exec(command)
        ?.slice(1)
        .join("") ?? "";
    const unknown = named
      .split(" ")
      .filter((word) => /^[a-z]+(-\d)?$/.test(word) && services[word] === undefined);
    return (
      isMissing ||
      unknown.length > 0 ||
      units
        .split(" ")
        .some((unit) => unit !== "" && !existsSync(join(root, "deploy/systemd", unitFile(unit)))) ||
      !new RegExp(`\\b"?${program}"?: `).test(programs)
    );
  });
  expect(wrong).toEqual([]);
});

const unitFile = (unit: string) => `${unit.replace(/@\d+/, "@")}${unit.endsWith(".timer") ? "" : ".service"}`;
