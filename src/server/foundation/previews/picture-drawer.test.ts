import { afterEach, describe, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import type { Card } from "./card.ts";
import { type PictureDrawer, pictureDrawer } from "./picture-drawer.ts";

const card = (heading: string): Card => ({
  theme: "main-prime",
  context: "Race #7",
  heading,
  silk: null,
  figures: [],
  sentence: "",
  runners: [],
  isFinished: false,
  moneyNote: "",
  link: "furlong.example",
});

const clock = manualClock();
let drawer: PictureDrawer = pictureDrawer(clock);
afterEach(async () => {
  await drawer.endIfIdle();
  await drawer.endIfIdle();
  drawer = pictureDrawer(clock);
});

describe("SHARE-4 the drawing of pictures", () => {
  it("is done once for everybody who asks for the same one, and remembered", async () => {
    expect(drawer.drawn("a")).toBeNull();
    const [one, other] = await Promise.all([
      drawer.draw("a", card("A")),
      drawer.draw("a", card("not drawn")),
    ]);
    expect(one).toBe(other);
    expect(drawer.drawn("a")).toBe(one);
    expect(await drawer.draw("b", card("B"))).not.toEqual(one);
  });

  it("has at most eight waiting, and goes on after them", async () => {
    const drawings = Array.from({ length: 12 }, (_, at) => drawer.draw(String(at), card(String(at))));
    const pictures = await Promise.all(drawings);
    expect(pictures.map((picture) => picture === null)).toEqual(drawings.map((_, at) => at >= 8));
    expect(await drawer.draw("after", card("after"))).not.toBeNull();
  });

  it("goes on after one that failed", async () => {
    const broken = { ...card("A"), theme: "none" as Card["theme"] };
    await expect(drawer.draw("broken", broken)).rejects.toThrow("undefined");
    expect(drawer.drawn("broken")).toBeNull();
    expect(await drawer.draw("a", card("A"))).not.toBeNull();
  });

  it("is given up after fifteen seconds, and the next begins anew", async () => {
    const hanging = drawer.draw("a", card("A"));
    const failed = hanging.catch((error: unknown) => String(error));
    await clock.advance(15_000);
    expect(await failed).toContain("no answer within 15000 ms");
    expect(await drawer.draw("b", card("B"))).not.toBeNull();
  });

  it("ends its thread when a minute passed without any, and starts another", async () => {
    const picture = await drawer.draw("a", card("A"));
    await drawer.endIfIdle();
    await drawer.endIfIdle();
    expect(await drawer.draw("again", card("A"))).toEqual(picture);
  });
});
