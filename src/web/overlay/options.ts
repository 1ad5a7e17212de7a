import { isLanguage, type Language } from "../../contract/wire/languages.ts";
import { pagePaths } from "../../contract/pages.ts";
import { type Theme, themes } from "../../domain/theme.ts";

/** What an overlay can show. */
export const overlayParts = ["race", "pool", "countdown", "winners"] as const;
type OverlayPart = (typeof overlayParts)[number];

/** Where the overlay is within the source. */
export const positions = ["top-left", "top", "top-right", "bottom-left", "bottom", "bottom-right"] as const;
type Position = (typeof positions)[number];

/** Sizes on offer; an address may name any size from the first to the last. */
export const scales = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const [SMALLEST, LARGEST] = [0.5, 3];

/** Everything that an overlay's address says; null where it follows the house, or the browser. */
export interface OverlayOptions {
  readonly parts: readonly OverlayPart[];
  readonly theme: Theme | null;
  readonly scale: number;
  readonly position: Position;
  readonly language: Language | null;
}

export const defaultOptions: OverlayOptions = {
  parts: overlayParts,
  theme: null,
  scale: 1,
  position: "bottom-left",
  language: null,
};

/**
 * Parses the query of an overlay's address. Options that are missing or invalid take their default.
 */
export function readOptions(query: string): OverlayOptions {
  const given = new URLSearchParams(query);
  const partNames = (given.get("show") ?? "").split(",");
  const parts = overlayParts.filter((part) => partNames.includes(part));
  const language = given.get("language") ?? undefined;
  return {
    parts: parts.length === 0 ? defaultOptions.parts : parts,
    theme: themes.find((theme) => theme === given.get("theme")) ?? null,
    scale: readScale(given.get("scale")),
    position: positions.find((position) => position === given.get("position")) ?? defaultOptions.position,
    language: isLanguage(language) ? language : null,
  };
}

function readScale(text: string | null): number {
  const scale = text === null ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(scale) ? Math.min(LARGEST, Math.max(SMALLEST, scale)) : defaultOptions.scale;
}

/** The address of an overlay, from the root of the site: it contains only what differs from the default. */
export function overlayAddress({ parts, theme, scale, position, language }: OverlayOptions): string {
  const query = [
    parts.length === overlayParts.length ? null : `show=${parts.join(",")}`,
    theme === null ? null : `theme=${theme}`,
    scale === defaultOptions.scale ? null : `scale=${scale}`,
    position === defaultOptions.position ? null : `position=${position}`,
    language === null ? null : `language=${language}`,
  ].filter((part) => part !== null);
  return query.length === 0 ? pagePaths.overlay : `${pagePaths.overlay}?${query.join("&")}`;
}
