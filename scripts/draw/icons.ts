import { readFileSync, writeFileSync } from "node:fs";
import { openBrowser } from "../../tests/support/browser.ts";

/*
 * Draws the icons that browsers and phones request from the mark, favicon.svg, to be committed next to it:
 * npm run draw -- icons
 */

const folder = new URL("../../src/web/public/", import.meta.url);
const mark = readFileSync(new URL("favicon.svg", folder), "utf8");
/** Background for icons that must have no transparent corners. */
const GROUND = "#0b1512";

interface Icon {
  readonly sizePx: number;
  /** Share of the icon's width that the mark takes. */
  readonly share: number;
  readonly ground: string | null;
}

const icons: Readonly<Record<string, Icon>> = {
  "icon-192.png": { sizePx: 192, share: 1, ground: null },
  "icon-512.png": { sizePx: 512, share: 1, ground: null },
  // Whatever shape a phone cuts out, the circle of 80 % remains.
  "icon-maskable-512.png": { sizePx: 512, share: 0.75, ground: GROUND },
  "apple-touch-icon.png": { sizePx: 180, share: 0.86, ground: GROUND },
};

const browser = await openBrowser();
const page = await browser.newPage();

async function draw({ sizePx, share, ground }: Icon): Promise<Buffer> {
  await page.setViewportSize({ width: sizePx, height: sizePx });
  const place = `width:${sizePx}px;height:${sizePx}px;display:grid;place-items:center`;
  await page.setContent(
    `<body style="margin:0;background:${ground ?? "transparent"}"><div style="${place}">
      ${mark.replace("<svg ", `<svg style="width:${share * 100}%;height:${share * 100}%" `)}</div></body>`,
  );
  return page.screenshot({ omitBackground: ground === null });
}

/** An .ico that holds one PNG. */
function ico(png: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(sizePx, 6);
  header.writeUInt8(sizePx, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

try {
  for (const [name, icon] of Object.entries(icons)) writeFileSync(new URL(name, folder), await draw(icon));
  writeFileSync(new URL("favicon.ico", folder), ico(await draw({ sizePx: 32, share: 1, ground: null }), 32));
} finally {
  await browser.close();
}
