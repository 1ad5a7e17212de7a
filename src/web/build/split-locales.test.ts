import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";
import { laterTexts } from "../foundation/words/later-texts.ts";
import { splitLocales } from "./split-locales.ts";

const locale = join(import.meta.dirname, "../locales/de.json");

/** The chunks of a program that loads the German texts. */
async function buildTexts(): Promise<readonly Rolldown.OutputChunk[]> {
  const entry = "virtual:entry";
  const program = {
    name: "entry",
    resolveId: (id: string) => (id === entry ? entry : null),
    load: (id: string) =>
      id === entry ? `export const read = () => import(${JSON.stringify(locale)});` : null,
  };
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [program, splitLocales()],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: "strict" } },
  });
  return (built as Rolldown.RolldownOutput).output.filter((file) => file.type === "chunk");
}

it("every visitor loads the texts of the site, and those of the panel come with the panel", async () => {
  const chunks = await buildTexts();
  const chunkOf = (part: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`?part=${part}`))?.code ?? "";
  const has = (part: string, text: string) => chunkOf(part).includes(text);
  expect([has("site", "Wette abgeben"), has("admin", "Wette abgeben")]).toEqual([true, false]);
  expect([has("site", "Diese Wallet ist gesperrt"), has("site", "Adminbereich")]).toEqual([true, false]);
  expect(has("admin", "Adminbereich")).toBe(true);
  expect(laterTexts.filter((part) => chunkOf(part) === "")).toEqual([]);
});
