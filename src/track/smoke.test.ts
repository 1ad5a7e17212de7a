import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { themes } from "../domain/theme.ts";
import { smokeColors } from "./smoke.ts";

const tokens = readFileSync(new URL("../web/foundation/ui/themes/tokens.css", import.meta.url), "utf8");
/** WCAG 2.2, 1.4.3: contrast of text that is not large. */
const MIN_CONTRAST = 4.5;

/** Relative luminance of a `#rrggbb` colour, by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(themes)("text can be read on the thickest smoke of %s", (theme) => {
  const [, text = ""] = new RegExp(`"${theme}"\\] \\{[^}]*?--text: (#\\w{6});`).exec(tokens) ?? [];
  expect(text).toMatch(/^#/);
  for (const color of smokeColors[theme])
    expect((luminance(text) + 0.05) / (luminance(color) + 0.05)).toBeGreaterThan(MIN_CONTRAST);
});
