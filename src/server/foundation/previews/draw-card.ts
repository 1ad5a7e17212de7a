import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Theme } from "../../../domain/theme.ts";
import { escapeMarkup } from "../escape-markup.ts";
import type { Card } from "./card.ts";
import { cardLooks, readFonts } from "./card-look.ts";
import { cardSvg, type MeasureText } from "./card-svg.ts";

type DrawCard = (card: Card) => Uint8Array;

/** Loads the library, which draws with the fonts that it is given and no others: nothing depends on the machine. */
export async function loadDrawCard(): Promise<DrawCard> {
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  await initWasm(await readFile(wasm));
  const fonts = new Map<Theme, Uint8Array[]>();
  return (card) => {
    const look = cardLooks[card.theme];
    const fontBuffers = fonts.get(card.theme) ?? readFonts(look);
    fonts.set(card.theme, fontBuffers);
    const open = (svg: string) => new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } });
    const measure: MeasureText = (text, face) => {
      const { family, weight } = look[face];
      const opened = open(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="200" font-family="${family}" font-weight="${weight}" font-size="100">${escapeMarkup(text)}</text></svg>`,
      );
      const width = opened.getBBox()?.width ?? 0;
      opened.free();
      return width;
    };
    const opened = open(cardSvg(card, look, measure));
    const picture = opened.render();
    const png = picture.asPng();
    picture.free();
    opened.free();
    return png;
  };
}
