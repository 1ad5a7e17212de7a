import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { visit, type Visitor } from "../support/browser.ts";
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

const shapeOf = (page: Page, name: "Wide" | "Square") => dialog(page).getByRole("radio", { name });
const ready = (page: Page) =>
  dialog(page)
    .getByText(/^Ready: 8 s, \d+\.\d MB$/)
    .waitFor({ timeout: 90_000 });

/** What a player of videos shows of a file: its length, and how light each of a hundred fields is at 0, 2 and 4 s and at the end. */
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
      const canvas = new OffscreenCanvas(10, 10);
      const ctx = canvas.getContext("2d", { willReadFrequently: true })!;
      const frames: number[][] = [];
      const keepFrame = () => {
        ctx.drawImage(video, 0, 0, 10, 10);
        frames.push([...ctx.getImageData(0, 0, 10, 10).data].filter((_, at) => at % 4 === 1));
      };
      const moments = [0, 2, 4];
      // Played, not sought: a seek that ends at the frame that is shown shows no new one.
      const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        if (mediaTime >= moments[0]!) {
          moments.shift();
          keepFrame();
        }
        if (moments.length > 0) video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
      const ended = new Promise((resolve) => video.addEventListener("ended", resolve));
      await video.play();
      await ended;
      keepFrame();
      return { duration, videoWidth, videoHeight, frames, playedSeconds: video.currentTime };
    },
    { base64: file.toString("base64"), mime: type },
  );
}

/** Saves the clip that is ready, and plays it in a page without this site's policy. */
async function savedFrom({ page, context }: Visitor) {
  const saved = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const download = await saved;
  const name = download.suggestedFilename();
  expect(name).toMatch(new RegExp(`^furlong-${raceId}\\.(webm|mp4)$`));
  const player = await context.newPage();
  const file = await readFile(await download.path());
  const seen = await watched(player, file, `video/${name.split(".").at(-1)}`);
  await player.close();
  return seen;
}

const difference = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
const black = Array.from({ length: 100 }, () => 0);

function expectAFinish({ duration, frames, playedSeconds }: Awaited<ReturnType<typeof watched>>) {
  expect(duration).toBeGreaterThan(7.9);
  expect(duration).toBeLessThan(8.1);
  expect(playedSeconds).toBeCloseTo(duration, 1);
  expect(frames).toHaveLength(4);
  for (const frame of frames) expect(difference(frame, black)).toBeGreaterThan(20);
  for (const [at, frame] of frames.slice(1).entries())
    expect(difference(frame, frames[at]!)).toBeGreaterThan(2);
  expect(difference(frames.at(-1)!, frames[0]!)).toBeGreaterThan(2);
}

it("SHARE-5 the finish is a file that plays, wide or square, of the length that is promised, and moves", async () => {
  const visitor = await visit(
    site.browser,
    { name: "keeper", url: `${site.url}/race/${raceId}` },
    { reducedMotion: "no-preference" },
  );
  const { page, complaints } = visitor;
  const scripts: string[] = [];
  page.on("response", (response) => scripts.push(response.url()));
  const hasMuxer = () => scripts.some((url) => url.includes("/clip-file-"));
  await page.getByRole("button", { name: "Save a clip" }).first().focus();
  expect(hasMuxer()).toBe(false);
  await page.keyboard.press("Enter");
  await recording(page).waitFor();
  expect(await dialog(page).getByRole("img").isVisible()).toBe(true);
  await ready(page);
  expect(hasMuxer()).toBe(true);
  await until("the clip plays in the dialog", () =>
    dialog(page)
      .locator("video")
      .evaluate((video: HTMLVideoElement) => video.currentTime > 0.2),
  );
  const wide = await savedFrom(visitor);
  expect([wide.videoWidth, wide.videoHeight]).toEqual([1280, 720]);
  expectAFinish(wide);

  await shapeOf(page, "Wide").focus();
  await page.keyboard.press("ArrowRight");
  expect(await shapeOf(page, "Square").isChecked()).toBe(true);
  await recording(page).waitFor();
  expect(await dialog(page).getByRole("button", { name: "Save" }).count()).toBe(0);
  await ready(page);
  const square = await savedFrom(visitor);
  expect([square.videoWidth, square.videoHeight]).toEqual([1080, 1080]);
  expectAFinish(square);
  expect(complaints).toEqual([]);
});

it("SHARE-5 a phone is offered a square first, and the keyboard starts at what is chosen", async () => {
  const { page, complaints } = await visit(
    site.browser,
    { name: "phone", url: `${site.url}/race/${raceId}` },
    { width: 390, height: 844 },
  );
  await page.getByRole("button", { name: "Save a clip" }).first().click();
  expect(await shapeOf(page, "Square").isChecked()).toBe(true);
  expect(
    await shapeOf(page, "Square").evaluate((radio: HTMLInputElement) => radio === document.activeElement),
  ).toBe(true);
  await page.keyboard.press("ArrowLeft");
  expect(await shapeOf(page, "Wide").isChecked()).toBe(true);
  await page.keyboard.press("ArrowRight");
  await ready(page);
  const panel = (await dialog(page).boundingBox())!;
  const save = (await dialog(page).getByRole("button", { name: "Save" }).boundingBox())!;
  expect(save.y + save.height).toBeLessThan(panel.y + panel.height);
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
  const video = dialog(page).locator("video");
  // The last picture.
  expect(await dialog(page).getByRole("img").isVisible()).toBe(true);
  expect(await video.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
  expect(await objectionsAtSizes(page, "clip")).toEqual([]);
  await dialog(page).getByRole("button", { name: "Play" }).click();
  await dialog(page).getByRole("button", { name: "Pause" }).click();
  await dialog(page).getByRole("button", { name: "Play" }).waitFor();
  expect(await video.isVisible()).toBe(true);
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

it.each([
  ["without VideoEncoder", () => Reflect.deleteProperty(window, "VideoEncoder")],
  [
    "that has an encoder for nothing",
    () =>
      Object.assign(VideoEncoder, {
        isConfigSupported: async (config: VideoEncoderConfig) => ({ supported: false, config }),
      }),
  ],
])("SHARE-5 a browser %s is offered no clip", async (_what, without) => {
  const { page, context } = await visit(site.browser, { name: "old", url: site.url });
  await context.addInitScript(without);
  await page.goto(`${site.url}/race/${raceId}`);
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.getByRole("button", { name: "Save a clip" }).count()).toBe(0);
});

it("SHARE-5 a browser that encodes no H.264 gives a WebM file", async () => {
  const visitor = await visit(site.browser, { name: "free", url: site.url });
  const { page, context, complaints } = visitor;
  await context.addInitScript(() => {
    const ask = VideoEncoder.isConfigSupported.bind(VideoEncoder);
    VideoEncoder.isConfigSupported = async (config) =>
      config.codec.startsWith("avc") ? { supported: false, config } : ask(config);
  });
  await page.goto(`${site.url}/race/${raceId}`);
  await page.getByRole("button", { name: "Save a clip" }).first().click();
  await ready(page);
  expectAFinish(await savedFrom(visitor));
  expect(complaints).toEqual([]);
});
