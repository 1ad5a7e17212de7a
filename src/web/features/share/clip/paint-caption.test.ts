import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PictureInk } from "../picture-ink.ts";
import type { ClipFacts } from "./clip-facts.ts";
import { clipShapeNames, clipShapes } from "./clip-shape.ts";
import { paintCaption } from "./paint-caption.ts";

interface Written {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A canvas that notes where each text comes to stand; its letters are 0.6 em wide. */
function notingCanvas() {
  const written: Written[] = [];
  let state = { font: "", textAlign: "left", x: 0, y: 0, scale: 1 };
  const saved: (typeof state)[] = [];
  const sizeOf = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1]);
  const widthOf = (text: string) => text.length * 0.6 * sizeOf(state.font);
  const own = {
    save: () => void saved.push({ ...state }),
    restore: () => void (state = saved.pop() ?? state),
    translate: (x: number, y: number) => void (state = { ...state, x: state.x + x, y: state.y + y }),
    scale: (by: number) => void (state = { ...state, scale: state.scale * by }),
    measureText: (text: string) => ({ width: widthOf(text) }),
    fillText(text: string, x: number, y: number) {
      const width = widthOf(text);
      const start = { right: x - width, center: x - width / 2 }[state.textAlign] ?? x;
      written.push({
        text,
        left: state.x + state.scale * start,
        right: state.x + state.scale * (start + width),
        top: state.y + state.scale * (y - sizeOf(state.font)),
        bottom: state.y + state.scale * y,
      });
    },
  };
  const ctx = new Proxy(own as Record<string, unknown>, {
    get: (_, key: string) =>
      own[key as keyof typeof own] ?? state[key as keyof typeof state] ?? (() => undefined),
    set: (_, key: string, value: unknown) => {
      if (key in state) state = { ...state, [key]: value };
      return true;
    },
  });
  return { ctx: ctx as unknown as CanvasRenderingContext2D, written };
}

beforeEach(() => void vi.stubGlobal("Path2D", class {}));
afterEach(() => void vi.unstubAllGlobals());

const face = { weight: "700", family: "sans-serif" };
const ink = { bg: "#000", text: "#fff", muted: "#999", display: face, ui: face } as unknown as PictureInk;

const factsOf = (name: string): ClipFacts => ({
  raceId: "race-12",
  startsAt: new Date(0),
  durationMs: 20_000,
  motionSeed: "ab",
  places: [3, 1, 2],
  horses: [],
  winner: { number: 3, color: "#2BD4BD", name },
  odds: 2.85,
});
const words = {
  race: "Race #12 · 29 Nov 2026, 16:40",
  odds: "×2.85",
  link: "furlong.example/race/race-12",
  seconds: (elapsedMs: number) => `${(elapsedMs / 1000).toFixed(1)} s`,
};

const overlap = (one: Written, other: Written) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const cases = clipShapeNames.flatMap((shape) =>
  (["Midnight Runner", "A Horse With The Longest Name Of All The Horses That Run"] as const).map(
    (name) => [shape, name] as const,
  ),
);

it.each(cases)("SHARE-5 a %s clip names race and address, and after the finish %s, uncut", (name, winner) => {
  const shape = clipShapes[name];
  const textsAt = (elapsedMs: number, link = words.link) => {
    const { ctx, written } = notingCanvas();
    paintCaption(ctx, ink, shape, factsOf(winner), { ...words, link }, elapsedMs);
    for (const [index, one] of written.entries()) {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(shape.width);
      expect(one.top).toBeGreaterThanOrEqual(shape.height - shape.caption);
      expect(one.bottom).toBeLessThanOrEqual(shape.height);
      expect(written.slice(index + 1).filter((other) => overlap(one, other))).toEqual([]);
    }
    return written.map(({ text }) => text).toSorted();
  };
  expect(textsAt(4_000)).toEqual(["Furlong", words.race, words.link, "4.0 s"].toSorted());
  expect(textsAt(20_500)).toContain("Furlong");
  // The silk's number among them.
  const after = [winner, words.odds, words.race, "3", "20.0 s"];
  expect(textsAt(24_000)).toEqual([...after, words.link].toSorted());
  const long = `the-longest-name-of-a-site.that-anybody.has-given-to-it.example/race/race-1234567`;
  expect(textsAt(24_000, long)).toEqual([...after, long].toSorted());
});
