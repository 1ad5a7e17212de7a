import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { visit } from "../support/browser.ts";
import { newBrowser } from "../support/browser-session.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "6" } });
let raceId: string;

beforeAll(async () => {
  const visitor = newBrowser(site.url);
  raceId = await until("a finished race", async () => {
    const { body } = await visitor.call("GET", "/api/races?limit=1");
    return body.races?.find(({ status }: { status: string }) => status === "completed")?.id;
  });
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Clip of the finish" });
const recording = (page: Page) => page.getByRole("progressbar", { name: "Recording the finish" });

/** What a player of videos shows of a file: its length, and how light each of a hundred fields is at two moments. */
async function watched(page: Page, file: Buffer, type: string) {
  return page.evaluate(
    async ({ base64, mime }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([bytes], { type: mime }));
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      const { duration, videoWidth, videoHeight } = video;
      const frameAt = async (seconds: number) => {
        const found = new Promise((resolve) => (video.onseeked = resolve));
        video.currentTime = seconds;
        await found;
        const canvas = new OffscreenCanvas(10, 10);
        const ctx = canvas.getContext("2d")!;
        ctx.drawImage(video, 0, 0, 10, 10);
        return [...ctx.getImageData(0, 0, 10, 10).data].filter((_, at) => at % 4 === 1);
      };
      const frames = [await frameAt(1), await frameAt(3), await frameAt(7)];
      video.currentTime = 0;
      await video.play();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return { duration, videoWidth, videoHeight, frames, playedSeconds: video.currentTime };
    },
    { base64: file.toString("base64"), mime: type },
  );
}

const difference = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

it("SHARE-5 the finish is recorded as a file that plays, of the length that is promised, and moves", async () => {
  const { page, context, complaints } = await visit(
    site.browser,
    { name: "keeper", url: `${site.url}/race/${raceId}` },
    { reducedMotion: "no-preference" },
  );
  await page.getByRole("button", { name: "Save a clip" }).first().focus();
  await page.keyboard.press("Enter");
  await recording(page).waitFor();
  expect(await dialog(page).getByRole("img").isVisible()).toBe(true);
  await dialog(page)
    .getByText(/^Ready: 8 s, \d+\.\d MB$/)
    .waitFor({ timeout: 90_000 });
  const saved = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const download: Download = await saved;
  const name = download.suggestedFilename();
  expect(name).toMatch(new RegExp(`^furlong-${raceId}\\.(webm|mp4)$`));
  const file = await readFile(await download.path());

  // In a page without this site's policy.
  const player = await context.newPage();
  const { duration, videoWidth, videoHeight, frames, playedSeconds } = await watched(
    player,
    file,
    `video/${name.split(".").at(-1)}`,
  );
  expect(duration).toBeGreaterThan(7.5);
  expect(duration).toBeLessThan(8.5);
  expect([videoWidth, videoHeight]).toEqual([1280, 720]);
  expect(playedSeconds).toBeGreaterThan(0.3);
  expect(difference(frames[0]!, frames[1]!)).toBeGreaterThan(2);
  expect(difference(frames[1]!, frames[2]!)).toBeGreaterThan(2);
  expect(complaints).toEqual([]);
});

it("SHARE-5 who wants no motion sees none, can cancel, and hands the file on where the browser does", async () => {
  const { page, context, complaints } = await visit(site.browser, { name: "still", url: site.url });
  // This browser has no share sheet: the page is told that there is one, which keeps what it gets.
  await context.addInitScript(() => {
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => files?.[0]?.type.startsWith("video/"),
      share: async (data: ShareData) => void Object.assign(window, { shared: data }),
    });
  });
  await page.goto(`${site.url}/race/${raceId}`);
  await page.getByRole("button", { name: "Save a clip" }).first().click();
  await recording(page).waitFor();
  expect(await dialog(page).locator("canvas").isVisible()).toBe(false);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save a clip" }).first().click();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Save a clip" }).first().click();
  await dialog(page).getByRole("button", { name: "Share" }).waitFor({ timeout: 90_000 });
  expect(await dialog(page).getByRole("img").isVisible()).toBe(true);
  expect(await objectionsAtSizes(page, "clip")).toEqual([]);
  await dialog(page).getByRole("button", { name: "Share" }).click();
  const shared = await page.evaluate(() => {
    const { files, url } = (window as unknown as { shared: ShareData }).shared;
    return { name: files?.[0]?.name, size: files?.[0]?.size, url };
  });
  expect(shared.name).toContain(`furlong-${raceId}.`);
  expect(shared.size).toBeGreaterThan(100_000);
  expect(shared.url).toBe(`${site.url}/race/${raceId}`);
  expect(complaints).toEqual([]);
});

it("SHARE-5 a browser that records no canvas is offered no clip", async () => {
  const { page, context } = await visit(site.browser, { name: "old", url: site.url });
  await context.addInitScript(() => Reflect.deleteProperty(window, "MediaRecorder"));
  await page.goto(`${site.url}/race/${raceId}`);
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.getByRole("button", { name: "Save a clip" }).count()).toBe(0);
});
