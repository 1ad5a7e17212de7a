import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import { notificationCatalogue } from "../../src/contract/notifications/catalogue.ts";
import { pagePaths } from "../../src/contract/pages.ts";
import { clientEvents, socketEvents } from "../../src/contract/wire/socket-events.ts";
import { settingDefinitions } from "../../src/domain/settings.ts";
import { filesIn } from "../support/import-graph.ts";

/*
 * When an endpoint, a page, a setting, a socket event or a notification is added, its name is written once in each
 * room: CONTRIBUTING shows where. This counts where the names occur as keys, so that no second list of them appears.
 */

const root = join(import.meta.dirname, "../..");
const sources = filesIn("src").filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/(testing|gallery)\/|\/words\.\w+\.ts$/.test(path),
);

interface Named {
  readonly keys: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
}

/** Keys of object literals, and string literals, in a file. */
function namesIn(path: string): Named {
  const keys = new Set<string>();
  const strings = new Set<string>();
  new Visitor({
    Property({ key, computed, shorthand }) {
      if (computed || shorthand) return;
      if (key.type === "Identifier") keys.add(key.name);
      if (key.type === "Literal" && typeof key.value === "string") keys.add(key.value);
    },
    Literal({ value }) {
      if (typeof value === "string") strings.add(value);
    },
  }).visit(parseSync(path, readFileSync(join(root, path), "utf8")).program);
  return { keys, strings };
}

const named = new Map(sources.map((path) => [path, namesIn(path)]));
const filesWithKey = (name: string) => sources.filter((path) => named.get(path)?.keys.has(name));
const roomsOf = (paths: readonly string[]) =>
  paths.map((path) => (path.endsWith(".docs.ts") ? "docs" : (path.split("/")[1] ?? ""))).toSorted();

describe("a name is added once", () => {
  it.each(Object.keys(api))("endpoint %s: its contract, its description, its handler", (name) => {
    expect(roomsOf(filesWithKey(name).filter((path) => !path.startsWith("src/web/")))).toEqual([
      "contract",
      "docs",
      "server",
    ]);
  });

  it.each(Object.values(pagePaths).filter((path) => path !== "/"))("page %s: its path", (path) => {
    // An API call may have the same path below /api.
    const isOfCalls = (source: string) => /^src\/contract\/[^/]+\//.test(source);
    const files = sources.filter((source) => named.get(source)?.strings.has(path) && !isOfCalls(source));
    expect(files).toEqual(["src/contract/pages.ts"]);
  });

  /** Fields of the wire format with the same name. */
  const alsoOnTheWire: ReadonlySet<string> = new Set(["house_edge", "outcome_entropy", "theme", "network"]);
  const settings = Object.keys(settingDefinitions).filter((key) => !alsoOnTheWire.has(key));
  it.each(settings)("setting %s: its definition", (key) => {
    expect(filesWithKey(key)).toEqual(["src/domain/settings.ts"]);
  });

  it.each(Object.keys(clientEvents))("socket event %s: its contract, its handler", (name) => {
    expect(roomsOf(filesWithKey(name))).toEqual(["contract", "server"]);
  });

  it.each(Object.keys(socketEvents).filter((name) => name.includes("-")))(
    "socket event %s: its contract, and what it makes stale",
    (name) => {
      const others = filesWithKey(name).filter((path) => !path.startsWith("src/web/live/"));
      expect(others).toEqual(["src/contract/wire/socket-events.ts"]);
    },
  );

  it.each(Object.keys(notificationCatalogue))(
    "notification %s: the catalogue, the other language",
    (kind) => {
      expect(filesWithKey(kind)).toEqual([
        "src/contract/notifications/catalogue.ts",
        "src/web/words/notifications.de.ts",
      ]);
    },
  );
});
