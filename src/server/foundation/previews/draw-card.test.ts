import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-wasm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { themes } from "../../../domain/theme.ts";
import { type Card, CARD } from "./card.ts";
import { escapeMarkup } from "../escape-markup.ts";
import { cardLooks, readFonts } from "./card-look.ts";
import { cardSvg } from "./card-svg.ts";
import { loadDrawCard } from "./draw-card.ts";
import { drawableText } from "./drawable-text.ts";

const runners = [1, 2, 3, 4, 5, 6].map((number) => ({ number, color: "#3E8BFF" }));
const card: Card = {
  theme: "main-prime",
  context: "Race #7 · Classic",
  heading: "Midnight Comet",
  silk: { number: 3, color: "#D7263D" },
  figures: [
    { label: "Pays", value: "×2.85", unit: "" },
    { label: "Pool", value: "12.5000", unit: "SOL" },
  ],
  sentence: "",
  runners,
  isFinished: true,
  moneyNote: "Play money",
  link: "furlong.example/race/7",
};

let drawCard: Awaited<ReturnType<typeof loadDrawCard>>;
beforeAll(async () => {
  drawCard = await loadDrawCard();
});

const pixels = async (picture: Uint8Array) => sharp(picture).removeAlpha().raw().toBuffer();

/** How many pixels of a line of text are much lighter than the ground. */
async function inkIn(picture: Uint8Array, { top, height }: { top: number; height: number }) {
  const { data } = await sharp(picture)
    .extract({ left: 480, top, width: 690, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value > 150).length;
}

describe("the picture of a link", () => {
  it.each(themes)("SHARE-1 in %s is a PNG of 1200 by 630 px, with the theme's colours", async (theme) => {
    const picture = drawCard({ ...card, theme });
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", ...CARD });
    const data = await pixels(picture);
    const at = (x: number, y: number) => [...data.subarray(3 * (y * CARD.width + x)).subarray(0, 3)];
    // The left of the winner's silk.
    expect(at(165, 225)).toEqual([0xd7, 0x26, 0x3d]);
    expect(at(236, 103)).toEqual(theme === "main-prime" ? [0xe3, 0xb6, 0x5a] : [0x14, 0xf1, 0x95]);
  });

  it("the look of each theme is that of the page", () => {
    const css = readFileSync(
      new URL("../../../web/foundation/ui/themes/tokens.css", import.meta.url),
      "utf8",
    );
    for (const theme of themes) {
      const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
      const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1];
      const { display, ui, ...colors } = cardLooks[theme];
      for (const [name, color] of Object.entries(colors)) expect([name, token(name)]).toEqual([name, color]);
      expect(display.weight).toBe(Number(token("font-display-weight")));
      for (const [name, { file }] of Object.entries({ display, ui })) {
        const [, family = ""] = /"([^"]+)"/.exec(token(`font-${name}`) ?? "") ?? [];
        expect(file).toContain(`/${family.toLowerCase().replace(" ", "-")}-latin-`);
      }
    }
  });

  it.each(themes)("SHARE-3 the fonts of %s have a letter for every character that is drawn", (theme) => {
    const look = cardLooks[theme];
    const font = { fontBuffers: readFonts(look), loadSystemFonts: false };
    const all = Array.from({ length: 0x2300 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => drawableText(character) !== null,
    );
    expect(all.length).toBeGreaterThan(190);
    for (const { family, weight } of [look.display, look.ui]) {
      const drawn = (text: string) => {
        const svg = new Resvg(
          `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><text x="9" y="45" font-size="32" font-family="${family}" font-weight="${weight}">${escapeMarkup(text)}</text></svg>`,
          { font },
        );
        return Buffer.from(svg.render().pixels);
      };
      const box = drawn("\u4e2d");
      const nothing = drawn("");
      expect(box.equals(nothing)).toBe(false);
      const kindOf = (picture: Buffer) =>
        picture.equals(box) ? "a box" : picture.equals(nothing) ? "nothing" : "a letter";
      const others = all.filter(
        (character) => kindOf(drawn(character)) !== (/\s/.test(character) ? "nothing" : "a letter"),
      );
      expect([family, others]).toEqual([family, []]);
    }
  });

  it.each([
    ["\u4e2d\u6587", null],
    ["\u65e5\u672c Runner", null],
    ["Nguy\u1ec5n", null],
    ["\u0141ukasz", null],
    ["\ud83d\udc0e", null],
    ["a\u202eb", null],
    ["a\u0000b", null],
    ["", null],
    ["Jose\u0301 d'Or", "Jos\u00e9 d'Or"],
    ["Stra\u00dfe & <b>", "Stra\u00dfe & <b>"],
  ])("SHARE-3 of %j a picture writes %j", (text, drawn) => {
    expect(drawableText(text)).toBe(drawn);
  });

  it.each([
    `"><script>alert(1)</script>`,
    "]]>",
    "</text><image href='file:///etc/passwd'/>",
    "&lt;&#0;",
    "<!--",
  ])("SHARE-3 the name %s is only text in it", async (name) => {
    const svg = cardSvg({ ...card, heading: name, link: name }, cardLooks["main-prime"], () => 500);
    expect(svg).not.toContain("<script");
    expect(svg).not.toContain("<image");
    const plain = cardSvg(card, cardLooks["main-prime"], () => 500);
    expect(svg.match(/<text /g)).toHaveLength(plain.match(/<text /g)?.length ?? 0);
    const picture = drawCard({ ...card, heading: name, silk: { number: 1, color: name } });
    expect(await inkIn(picture, { top: 120, height: 90 })).toBeGreaterThan(50);
  });

  it("SHARE-1 a long text becomes smaller and stays within the frame", async () => {
    const picture = drawCard({
      ...card,
      heading: "W".repeat(60),
      context: "W".repeat(200),
      link: "W".repeat(200),
      figures: card.figures.map((figure) => ({ ...figure, value: "9".repeat(24) })),
    });
    const data = await pixels(picture);
    const plain = await pixels(drawCard(card));
    // Nothing differs to the right of the texts.
    for (let y = 60; y < 600; y += 1) {
      const line = (of: Buffer) => of.subarray(3 * (y * CARD.width + 1150), 3 * (y * CARD.width + 1180));
      expect(line(data).equals(line(plain)), `line ${y}`).toBe(true);
    }
  });
});
