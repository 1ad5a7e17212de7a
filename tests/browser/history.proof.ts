import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { eq } from "drizzle-orm";
import { LAMPORTS_PER_SOL, lamports } from "../../src/domain/lamports.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { payments } from "../../src/server/foundation/db/schema/payments.ts";
import { users } from "../../src/server/foundation/db/schema/players.ts";
import { visit } from "../support/browser.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { newBrowser } from "../support/browser-session.ts";
import { signUp } from "../support/sign-up.ts";
import { insertSettledBets } from "../support/settled-bets.ts";
import { useTestSite } from "../support/test-site.ts";

/** A server in this process, so that a history of many races need not be played first. */
const site = useTestSite();

const sol = (amount: number) => lamports(BigInt(Math.round(amount * 100)) * (LAMPORTS_PER_SOL / 100n));
const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  it("the profit is drawn, and the whole history read, searched and saved", async () => {
    const { page } = await visit(site.browser, { name, url: site.url }, size);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const hasChart = () => loaded.some((url) => /profit-chart-.*\.js/.test(url));
    await signUp(page, `history-${name}`);
    const wallet = await page.evaluate(
      async () => (await (await fetch("/api/auth/session")).json()).wallet as string,
    );
    await page.getByText("No settled bets in this period.").waitFor();
    expect(hasChart()).toBe(false);
    await insertSettledBets(site.server, wallet, [
      ...Array.from({ length: 24 }, () => ({ stake: sol(0.25), result: "loss" as const, payout: sol(0) })),
      { stake: sol(1), result: "win", payout: sol(9) },
    ]);
    await page.reload();
    await page.getByText("+2.0000").first().waitFor();
    await page.locator(".uplot canvas").waitFor();
    expect(hasChart()).toBe(true);
    expect(await page.getByRole("table", { name: "Profit" }).getByRole("row").count()).toBe(2);

    const latest = page.locator("[data-sheet] .card", { hasText: "Recent races" }).locator("tbody tr");
    await expect.poll(() => latest.count()).toBe(5);
    await page.getByRole("link", { name: "All races" }).click();
    await page.getByRole("heading", { name: "All your races" }).waitFor();
    const rows = page.getByRole("main").getByRole("listitem");
    await rows.first().waitFor();
    // When the end of the first page comes near, the second is loaded automatically.
    await page.mouse.move(size.width / 2, size.height / 2);
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(25);
    await page.mouse.wheel(0, -10_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const strip = page.getByTestId("nav-strip");
    const barHeight = async () => {
      const [header, below] = [await page.getByRole("banner").boundingBox(), await strip.boundingBox()];
      return Math.round((header?.height ?? 0) + (below?.height ?? 0));
    };
    expect(await barHeight()).toBe(name === "desk" ? 175 : 112);
    await page.mouse.wheel(0, 600);
    await expect.poll(async () => ((await strip.boundingBox())?.y ?? 0) < 0).toBe(true);
    expect((await page.getByRole("banner").boundingBox())?.y).toBe(0);

    await page.getByRole("combobox", { name: "Result" }).selectOption("win");
    await expect.poll(() => rows.count()).toBe(1);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const saved = readFileSync((await (await saving).path()) ?? "", "utf8");
    expect(saved.trim().split("\r\n")).toHaveLength(2);
    expect(saved).toContain(",Thunder Bolt,Win,1,9,8,,");
    await page.getByRole("searchbox").fill("no such horse");
    await page.getByText("No race matches this search.").waitFor();
  });
});

it("a page that cannot be loaded says so, the others go on, toasts stand at the bottom right", async () => {
  const { page } = await visit(site.browser, { name: "lost", url: `${site.url}/nowhere` });
  await page.waitForURL((url) => url.pathname === "/");
  const storedTheme = () => page.evaluate(() => localStorage.getItem("theme"));
  await expect.poll(storedTheme, { timeout: 10_000 }).toBe("main-prime");
  await page.route("**/assets/fairness-page-*.js", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Fair" }).click();
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await page.getByRole("button", { name: "Reload Page" }).waitFor();
  expect(await objectionsInThemes(page, "page-not-loaded")).toEqual([]);
  await page.getByRole("banner").getByRole("link", { name: "Furlong" }).click();
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor({ state: "detached" });

  await signUp(page, "toasted");
  await page.getByRole("button", { name: "Copy Address" }).click();
  const toast = page.getByRole("list", { name: "News" });
  await toast.getByRole("listitem").waitFor();
  const box = await toast.boundingBox();
  expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1440 - 16);
});

const walletOf = (page: Page) => page.evaluate(() => localStorage.getItem("walletAddress") ?? "");

it("a bet's transaction is copied where no explorer knows it, a payment says how far it is", async () => {
  const { page, context } = await visit(site.browser, { name: "paid", url: site.url });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
  await signUp(page, "paid");
  const wallet = await walletOf(page);
  const { db } = site.server;
  const [bet = ""] = await insertSettledBets(site.server, wallet, [
    { stake: sol(1), result: "win", payout: sol(2) },
  ]);
  const signature = "5".repeat(88);
  await db.update(bets).set({ signature }).where(eq(bets.id, bet));
  const at = new Date(site.server.clock.now());
  const payment = { source: "hot", destination: wallet, wallet, memo: "", createdAt: at } as const;
  await db.insert(payments).values([
    { ...payment, id: "pay-1", kind: "withdrawal", status: "pending", lamports: sol(0.5) },
    {
      ...payment,
      id: "pay-2",
      kind: "referral",
      status: "sent",
      lamports: sol(0.25),
      signature: "6".repeat(88),
    },
  ]);
  await page.reload();
  const underWay = page.getByRole("region", { name: "On its way to your wallet" });
  await underWay.getByText("0.5000 SOL withdrawal · next to be sent").waitFor();
  await underWay.getByText("0.2500 SOL commission · sent, being confirmed").waitFor();
  expect(await objectionsInThemes(page, "payments-under-way")).toEqual([]);

  await page.goto(`${site.url}/dashboard/history`);
  await page.getByRole("button", { name: "Bet transaction" }).click();
  await page.getByText("Signature copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(signature);
});

it("PRIVACY-1 a streamer shows their figures with the switch, and a reload finds it as it was left", async () => {
  const { page } = await visit(site.browser, { name: "real-streamer", url: site.url });
  await signUp(page, "real-streamer");
  const wallet = await walletOf(page);
  await site.server.db.update(users).set({ isStreamer: true }).where(eq(users.wallet, wallet));
  const figuresForOthers = async () =>
    (await newBrowser(site.url).call("GET", `/api/users/${wallet}`)).body.user.races_played as number | null;
  await page.reload();
  await page.getByRole("switch", { name: "Hide my figures", checked: true }).waitFor();
  expect(await figuresForOthers()).toBeNull();
  const changed = page.waitForResponse((answer) => answer.url().endsWith("/privacy"));
  await page.getByRole("switch", { name: "Hide my figures" }).click();
  expect((await changed).status()).toBe(200);
  expect(await figuresForOthers()).toBe(0);
  await page.reload();
  await page.getByRole("switch", { name: "Hide my figures", checked: false }).waitFor();
});
