import { BRAND_HEAD } from "../../../domain/brand.ts";
import { isColor } from "../../../domain/silk-colors.ts";
import { patternOf, SILK_SHADE, SILK_SHIRT, silkMarks } from "../../../domain/silk-pattern.ts";
import { escapeMarkup } from "../escape-markup.ts";
import { type Card, CARD, type Runner } from "./card.ts";
import type { CardLook } from "./card-look.ts";

interface TextStyle {
  readonly face: "display" | "ui";
  readonly size: number;
  readonly color: string;
  readonly anchor?: "start" | "middle" | "end";
}

/** How wide a text is at 100 px, in px. */
export type MeasureText = (text: string, face: TextStyle["face"]) => number;

/** Left edge of the texts, and where they end. */
const LEFT = 486;
const RIGHT = 1136;

/** The picture of a link as an SVG document, in which every text is only text (rule SHARE-3). */
export function cardSvg(card: Card, look: CardLook, measure: MeasureText): string {
  const fit: Fit = (text, { face, size }, width) =>
    Math.min(size, Math.floor((100 * width) / Math.max(1, measure(text, face))));
  const write: Write = (text, x, y, style, width = RIGHT - x) => {
    if (text === "") return "";
    const size = fit(text, style, width);
    const { family, weight } = look[style.face];
    return `<text x="${x}" y="${y}" font-family="${family}" font-weight="${weight}" font-size="${size}" fill="${style.color}" text-anchor="${style.anchor ?? "start"}">${escapeMarkup(text)}</text>`;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">`,
    ground(look),
    emblem(card, look),
    write(card.context, LEFT, 104, { face: "ui", size: 27, color: look.muted }),
    heading(card, look, { fit, write }),
    ...figures(card, look, { fit, write, measure }),
    ...runners(card, look, write),
    `<path d="M56 524H1144" stroke="${look.divider}" stroke-width="2"/>`,
    mark(look, "translate(56 542) scale(1.35)"),
    write("Furlong", 122, 583, { face: "display", size: 38, color: look.text }),
    write(card.link, 1144, 580, { face: "ui", size: 25, color: look.muted, anchor: "end" }, 640),
    "</svg>",
  ].join("");
}

/** The size at which a text is no wider than `width`, at most its own. */
type Fit = (text: string, style: TextStyle, width: number) => number;
type Write = (text: string, x: number, y: number, style: TextStyle, width?: number) => string;

interface Pen {
  readonly fit: Fit;
  readonly write: Write;
  readonly measure: MeasureText;
}

function ground(look: CardLook): string {
  const { width, height } = CARD;
  return [
    "<defs>",
    `<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${look.bg2}"/><stop offset="1" stop-color="${look.bg}"/></linearGradient>`,
    glow("a", look["glow-a"]),
    glow("b", look["glow-b"]),
    `<clipPath id="shirt"><path d="${SILK_SHIRT}"/></clipPath>`,
    "</defs>",
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>`,
    `<circle cx="90" cy="60" r="640" fill="url(#b)"/>`,
    `<circle cx="1130" cy="20" r="620" fill="url(#a)"/>`,
    lanes(look),
    `<rect x="17" y="17" width="${width - 34}" height="${height - 34}" rx="22" fill="none" stroke="${look.accent}" stroke-opacity=".55" stroke-width="2"/>`,
  ].join("");
}

function glow(id: string, color: string): string {
  const [, red, green, blue, alpha] = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(color) ?? [];
  const rgb = `rgb(${red},${green},${blue})`;
  return `<radialGradient id="${id}"><stop stop-color="${rgb}" stop-opacity="${alpha}"/><stop offset="1" stop-color="${rgb}" stop-opacity="0"/></radialGradient>`;
}

/** The lanes of a course, which run to a chequered finish line behind the emblem. */
function lanes({ divider, text }: CardLook): string {
  const lines = Array.from({ length: 7 }, (_, lane) => {
    const y = (334 + 168 * (lane / 6) ** 1.25).toFixed(1);
    return `<path d="M18 ${y}H448" stroke="${divider}" stroke-width="2" stroke-opacity="${(0.35 + lane * 0.1).toFixed(2)}"/>`;
  });
  const squares = Array.from({ length: 32 }, (_, at) => {
    const row = at >> 1;
    const x = 404 - row * 1.6 + (at % 2) * 11;
    const opacity = (row + at) % 2 === 0 ? 0.32 : 0.06;
    return `<rect x="${x.toFixed(1)}" y="${332 + row * 11}" width="11" height="11" fill="${text}" fill-opacity="${opacity}"/>`;
  });
  return [...lines, ...squares].join("");
}

function emblem({ silk }: Card, look: CardLook): string {
  return [
    `<circle cx="236" cy="290" r="300" fill="url(#a)"/>`,
    `<circle cx="236" cy="274" r="172" fill="${look.panel}" stroke="${look.accent}" stroke-width="5"/>`,
    silk === null
      ? `<path d="${BRAND_HEAD}" fill="${look.bright}" transform="translate(96 136) scale(7)"/>`
      : silkOf(silk, look, "translate(110 150) scale(5.25)"),
  ].join("");
}

function silkOf({ number, color }: Runner, look: CardLook, transform: string): string {
  const { name, second } = patternOf(number);
  const { family, weight } = look.ui;
  return [
    `<g transform="${transform}"><g clip-path="url(#shirt)">`,
    `<rect width="48" height="48" fill="${isColor(color) ? color : look.accent}"/>`,
    `<path d="${silkMarks[name]}" fill="${second}"/>`,
    `<path d="${SILK_SHADE}" fill-opacity=".14"/></g>`,
    `<path d="${SILK_SHIRT}" fill="none" stroke="#000" stroke-opacity=".45" stroke-width="1.2"/>`,
    `<circle cx="24" cy="26.5" r="9.5" fill="#fffdf6" stroke="#000" stroke-opacity=".55" stroke-width="1.2"/>`,
    `<text x="24" y="31.8" text-anchor="middle" font-family="${family}" font-weight="${weight}" font-size="15" fill="#12140f">${number}</text></g>`,
  ].join("");
}

/** In the middle of its line, whatever its size. */
function heading({ heading: text }: Card, look: CardLook, { fit, write }: Omit<Pen, "measure">): string {
  const style = { face: "display", size: 78, color: look.text } as const;
  return write(text, LEFT, Math.round(163 + 0.35 * fit(text, style, RIGHT - LEFT)), style);
}

function figures({ figures: all, sentence, moneyNote }: Card, look: CardLook, pen: Pen): string[] {
  const { write, fit, measure } = pen;
  const note = write(moneyNote, LEFT, 392, { face: "ui", size: 22, color: look.info });
  if (all.length === 0)
    return [write(sentence, LEFT, 268, { face: "ui", size: 32, color: look.bright }), note];
  const figure = ({ label, value, unit }: Card["figures"][number], at: number) => {
    const x = LEFT + at * 320;
    const width = (at === all.length - 1 ? RIGHT - x : 290) - (unit === "" ? 0 : 76);
    const style = { face: "display", size: 84, color: at === 0 ? look.bright : look.text } as const;
    const end = x + (measure(value, style.face) * fit(value, style, width)) / 100;
    return [
      write(label, x, 256, { face: "ui", size: 27, color: look.muted }, 290),
      write(value, x, 338, style, width),
      write(unit, Math.round(end + 14), 338, { face: "ui", size: 27, color: look.muted }, 70),
    ];
  };
  return [...all.flatMap(figure), note];
}

function runners({ runners: all, isFinished }: Card, look: CardLook, write: Write): string[] {
  return all.flatMap((runner, place) => {
    const x = LEFT + place * 106;
    const isFirst = isFinished && place === 0;
    return [
      `<rect x="${x}" y="412" width="96" height="78" rx="12" fill="${look.panel}" stroke="${isFirst ? look.accent : look.divider}" stroke-width="2"/>`,
      silkOf(runner, look, `translate(${isFinished ? x + 36 : x + 21} 424) scale(1.125)`),
      isFinished
        ? write(
            String(place + 1),
            x + 13,
            463,
            { face: "display", size: 32, color: isFirst ? look.bright : look.muted },
            30,
          )
        : "",
    ];
  });
}

function mark(look: CardLook, transform: string): string {
  return `<g transform="${transform}"><circle cx="20" cy="20" r="18.5" fill="${look.bg}" stroke="${look.accent}" stroke-width="2.2"/><path d="${BRAND_HEAD}" fill="${look.bright}"/></g>`;
}
