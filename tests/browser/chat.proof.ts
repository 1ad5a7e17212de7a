import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit, type Visitor } from "../support/browser.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";
import { objections } from "../support/objections.ts";

const site = useSite();
/** A player at a desk, and a moderator with a phone. */
let ada: Visitor;
let mo: Visitor;
beforeAll(async () => {
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "chat_slow_mode_seconds", "0");
  const still = { reducedMotion: "reduce" } as const;
  [ada, mo] = await Promise.all([
    visit(site.browser, { name: "ada", url: site.url }, still),
    visit(site.browser, { name: "turf_mo", url: site.url }, { ...still, width: 390, height: 844 }),
  ]);
  await Promise.all([join(ada), join(mo)]);
  await mo.page.getByRole("button", { name: /^Chat/ }).click();
});

async function join({ page, name }: Visitor) {
  await signUp(page, name);
  await page.goto(site.url);
}

const chat = (page: Page) => page.getByRole("complementary", { name: "Lobby chat" });
const field = (page: Page) => chat(page).getByRole("combobox");
/** Each message is a button that says who said what. */
const message = (page: Page, text: string) => chat(page).getByRole("button", { name: text, exact: true });

async function say({ page, name }: Visitor, text: string) {
  await field(page).fill(text);
  await field(page).press("Enter");
  await message(page, `${name}: ${text}`).waitFor();
}

it("CHAT-20 the chat stands beside the race, or is a tab of a phone, for players alone, and stays hidden when it was hidden", async () => {
  const visitor = await visit(site.browser, { name: "visitor", url: site.url });
  await visitor.page.getByRole("radio").first().waitFor({ state: "attached" });
  expect(await chat(visitor.page).count()).toBe(0);
  await visitor.context.close();

  const { page } = ada;
  const box = await chat(page).boundingBox();
  expect(box).toMatchObject({ width: 320 });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.keyboard.press("c");
  await until("the field to have the focus", () =>
    field(page).evaluate((it) => it === document.activeElement),
  );
  await chat(page).getByRole("button", { name: "Hide chat" }).click();
  await page.reload();
  const open = page.getByRole("button", { name: "Open the chat" });
  await open.waitFor();
  expect(await chat(page).count()).toBe(0);
  await open.click();
  await chat(page).waitFor();

  const phone = await chat(mo.page).boundingBox();
  expect(phone).toMatchObject({ x: 0, width: 390 });
});

it("CHAT-22 CHAT-25 CHAT-34 CHAT-37 a message arrives in both browsers as text, and both see who is online", async () => {
  // The admin of this test has no socket.
  await Promise.all([ada, mo].map(({ page }) => chat(page).getByText("2 online").waitFor()));
  await say(ada, "I <3 lane 4 https://example.org/");
  await message(mo.page, "ada: I <3 lane 4 https://example.org/").waitFor();
  expect(await chat(mo.page).getByRole("link").count()).toBe(0);
  // Heard as well, by those who do not see it.
  await chat(mo.page)
    .locator("p[aria-live=polite]", { hasText: "ada: I <3 lane 4" })
    .waitFor({ state: "attached" });
  await field(ada.page).fill("   ");
  expect(await chat(ada.page).getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await field(ada.page).fill("x".repeat(51));
  await chat(ada.page).getByText("1 character too many").waitFor();
  expect(await chat(ada.page).getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await field(ada.page).fill("");
});

it("CHAT-28 CHAT-36 emojis are picked, and messages walked through, by the keyboard", async () => {
  const { page } = ada;
  await chat(page).getByRole("button", { name: "Emoji and emotes" }).click();
  expect(await page.locator("#chat-picker section").first().getByRole("button").count()).toBe(15);
  expect(await objections(page)).toEqual([]);
  for (const key of ["ArrowDown", "ArrowRight", "Enter", "Escape"]) await page.keyboard.press(key);
  await page.keyboard.type("go");
  expect(await field(page).inputValue()).toBe("🚀go");
  await field(page).press("Enter");
  await message(page, "ada: 🚀go").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await chat(page).getByRole("menuitem", { name: "Copy message" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/lane 4/);
});

it("CHAT-23 who scrolls up is left in peace, and told how much is new", async () => {
  for (let count = 1; count <= 4; count++) await say(mo, `line ${count}`);
  await mo.page.setViewportSize({ width: 390, height: 420 });
  await chat(mo.page)
    .locator("ol")
    .evaluate((list) => list.parentElement?.scrollTo(0, 0));
  await mo.page.waitForTimeout(200);
  await say(ada, "are you there?");
  await chat(mo.page).getByRole("button", { name: "1 new message" }).click();
  expect(await message(mo.page, "ada: are you there?").evaluate(isInSight)).toBe(true);
  await mo.page.setViewportSize({ width: 390, height: 844 });
  await mo.page.waitForTimeout(200);
  expect(await message(mo.page, "ada: are you there?").evaluate(isInSight)).toBe(true);
});

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  const list = element.closest("ol")?.parentElement?.getBoundingClientRect();
  return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
};
