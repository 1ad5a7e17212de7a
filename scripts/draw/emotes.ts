import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { encodeEmote } from "../../src/server/features/emotes/encode-emote.ts";
import { drawings } from "./emotes/emote-drawings.ts";

/*
 * Draws the emotes that a new server starts with, in the form in which the server would store them, to be committed:
 * npm run draw -- emotes
 */

const folder = new URL("../../src/server/features/emotes/starter/", import.meta.url);
const EDGE_PX = 256;
const FRAME_MS = 80;

function drawFrame(content: string): Promise<Buffer> {
  // A small margin: outlines extend over the edge.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE_PX}" height="${EDGE_PX}" viewBox="-2 -2 68 68">${content}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

// All drawings first: the server's encoder disables reading SVG.
const drawn: (readonly [shortcode: string, frames: readonly Buffer[]])[] = [];
for (const [shortcode, contents] of Object.entries(drawings)) {
  drawn.push([shortcode, await Promise.all(contents.map(drawFrame))]);
}

for (const [shortcode, frames] of drawn) {
  const [first = Buffer.alloc(0)] = frames;
  const isMoving = frames.length > 1;
  const file = isMoving
    ? await sharp([...frames], { join: { animated: true } })
        .webp({ lossless: true, delay: frames.map(() => FRAME_MS), loop: 0 })
        .toBuffer()
    : first;
  const encoded = await encodeEmote(file, isMoving ? "webp" : "png");
  if (!encoded.ok) throw new Error(`${shortcode}: ${encoded.code}`);
  const { picture, still } = encoded.value;
  writeFileSync(new URL(`${shortcode}.webp`, folder), picture);
  if (still !== null) writeFileSync(new URL(`${shortcode}.still.webp`, folder), still);
  console.log(shortcode, picture.length);
}
