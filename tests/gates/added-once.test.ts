import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { publicNetworks } from "../../src/domain/genesis-hashes.ts";
import { themes } from "../../src/domain/theme.ts";
import { raceTypes } from "../../src/domain/race-terms.ts";
import { networks } from "../../src/domain/networks.ts";
import { ledgers, houseWalletKinds } from "../../src/domain/ledger.ts";
import { api } from "../../src/contract/api.ts";
import { notificationCatalogue } from "../../src/contract/notifications/catalogue.ts";
import { pagePaths } from "../../src/contract/pages.ts";
import { clientEvents, socketEvents } from "../../src/contract/wire/socket-events.ts";
import { settingDefinitions } from "../../src/domain/settings.ts";
import { filesIn } from "../support/import-graph.ts";

/*
 * When an endpoint, a page, a setting, a socket event or a notification is added, its name is written once in each
 * room: CONTRIBUTING shows where. This counts where the names occur as keys, so that no second list of them appears;
 * and where lists of words are written, because a closed list (networks, ledgers, states of a payment) has one home,
 * from which its type and its choices follow.
 */

const root = join(import.meta.dirname, "../..");
const sources = filesIn("src").filter(
  (path) =>
    /\.tsx?$/.test(path) && !/\.(test|proof)\.tsx?$|\/(testing|gallery)\/|\/words\.\w+\.ts$/.test(path),
);

interface Named {
  readonly keys: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

type Literal = { readonly type: string; readonly value?: unknown } | null;

/** Keys of object literals, string literals, and lists of words (arrays, arguments, unions) in a file. */
function namesIn(path: string): Named {
  const keys = new Set<string>();
  const strings = new Set<string>();
  const lists = new Set<string>();
  const addList = (members: readonly Literal[]) => {
    const words = members.map((member) => (member?.type === "Literal" ? member.value : null));
    if (words.length > 1 && words.every((word) => typeof word === "string")) lists.add(listOf(words));
  };
  new Visitor({
    ArrayExpression: ({ elements }) => addList(elements),
    CallExpression: (call) => addList(call.arguments),
    TSUnionType: ({ types }) =>
      addList(types.map((type) => (type.type === "TSLiteralType" ? type.literal : null))),
    Property({ key, computed, shorthand }) {
      if (computed || shorthand) return;
      if (key.type === "Identifier") keys.add(key.name);
      if (key.type === "Literal" && typeof key.value === "string") keys.add(key.value);
    },
    Literal({ value }) {
      if (typeof value === "string") strings.add(value);
    },
  }).visit(parseSync(path, readFileSync(join(root, path), "utf8")).program);
  return { keys, strings, lists };
}

const listOf = (words: readonly string[]) => words.toSorted().join("|");

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
      const others = filesWithKey(name).filter((path) => !path.startsWith("src/web/foundation/live/"));
      expect(others).toEqual(["src/contract/wire/socket-events.ts"]);
    },
  );

  it.each(Object.keys(notificationCatalogue))("notification %s: the catalogue", (kind) => {
    expect(filesWithKey(kind)).toEqual(["src/contract/notifications/catalogue.ts"]);
  });

  it.each([
    { words: ledgers, home: "ledger.ts" },
    { words: houseWalletKinds, home: "ledger.ts" },
    { words: networks, home: "networks.ts" },
    { words: publicNetworks, home: "genesis-hashes.ts" },
    { words: raceTypes, home: "race-terms.ts" },
    { words: themes, home: "theme.ts" },
  ])("list $words: in $home", ({ words, home }) => {
    const files = sources.filter((path) => named.get(path)?.lists.has(listOf(words)));
    expect(files.filter((path) => path !== `src/domain/${home}`)).toEqual([]);
  });

  /** Words that Solana's RPC defines: the local node and the client of a node know them each. */
  const wordsOfRpc = listOf(["processed", "confirmed", "finalized"]);
  it("a list of three words or more: in one file, unless it names fields, calls or refusals", () => {
    const files = new Map<string, string[]>();
    for (const [path, { lists }] of named)
      for (const list of lists) files.set(list, [...(files.get(list) ?? []), path]);
    const isClosed = (list: string) =>
      list.split("|").length > 2 && !/[A-Z]/.test(list) && list !== wordsOfRpc;
    expect([...files].filter(([list, paths]) => paths.length > 1 && isClosed(list))).toEqual([]);
  });
});
