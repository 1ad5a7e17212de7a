import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, textOf } from "./deployment.ts";

/** The shell blocks of a page of docs/operate, in its order. */
export const blocksOf = (page: string): readonly string[] =>
  Array.from(textOf(`docs/operate/${page}`).matchAll(/^ *```sh\n(.*?)^ *```$/gms), ([, block = ""]) => block);

/** Each command of the pages on one line, without its comment. */
export function commandsOfPages(): readonly string[] {
  const pages = readdirSync(join(root, "docs/operate")).filter((name) => name.endsWith(".md"));
  const lines = pages.flatMap((page) =>
    blocksOf(page).flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n")),
  );
  const commands = lines.map((line) => line.replace(/(^|\s)#\s.*$/, "").trim());
  return [...new Set(commands.filter((command) => command !== ""))];
}
