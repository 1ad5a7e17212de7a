import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { newBrowser, newWallet } from "../support/browser-session.ts";
import { visit, type Visitor } from "../support/browser.ts";
import { openLiveSocket } from "../support/live-socket.ts";
import { sayInLobby } from "../support/say-in-lobby.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import type { Player } from "../support/player.ts";

/** An admin named by the operator, whose badge has a star. */
const operator = newWallet();
const site = useSite({ env: { ADMIN_WALLETS: operator.address } });
let admin: Player;
/** A player on a desktop, and a moderator on a phone. */
let ada: Visitor;
let mo: Visitor;
beforeAll(async () => {
  admin = await openAdminSession(site.url);
  await changeSetting(admin, "chat_slow_mode_seconds", "0");
  [ada, mo] = await Promise.all([
    visit(site.browser, { name: "ada", url: site.url }),
    visit(site.browser, { name: "turf_mo", url: site.url }, { width: 390, height: 844 }),
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
/** Each message is a button whose name says who said what. */
const message = (page: Page, text: string) => chat(page).getByRole("button", { name: text, exact: true });
const gone = (page: Page, text: string) => message(page, text).waitFor({ state: "detached" });

const say = ({ page, name }: Visitor, text: string) => sayInLobby(chat(page), { name, text });

it("the chat is beside the race, or a tab on a phone, only for players, and stays hidden once it was hidden", async () => {
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
  // Pressed as soon as it is there, whether or not the column has loaded.
  await open.click();
  await chat(page).waitFor();

  // Opened as a drawer in a narrow window, it stays open when the window becomes wide enough for the column.
  await chat(page).getByRole("button", { name: "Hide chat" }).click();
  await page.setViewportSize({ width: 1_000, height: 900 });
  await open.click();
  await page.locator("[data-chat-drawer]").waitFor();
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.locator("[data-chat-column]").waitFor();
  await chat(page).waitFor();

  const phone = await chat(mo.page).boundingBox();
  expect(phone).toMatchObject({ x: 0, width: 390 });
});

it("a message arrives in both browsers as text, and both see who is online", async () => {
  // The admin of this test has no socket.
  await Promise.all([ada, mo].map(({ page }) => chat(page).getByText("2 online").waitFor()));
  await say(ada, "I <3 lane 4 https://example.org/");
  await message(mo.page, "ada: I <3 lane 4 https://example.org/").waitFor();
  expect(await chat(mo.page).getByRole("link").count()).toBe(0);
  // Also announced to those who do not see it.
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

it("emojis are picked, and messages walked through, by the keyboard", async () => {
  const { page } = ada;
  await chat(page).getByRole("button", { name: "Emoji and emotes" }).click();
  expect(await page.locator("#chat-picker section").first().getByRole("button").count()).toBe(15);
  expect(await objectionsInThemes(page, "chat-picker")).toEqual([]);
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

it("a partly typed shortcode is completed by the keyboard: arrows, Enter, Escape", async () => {
  const { page } = ada;
  const options = chat(page).getByRole("option");
  const chosen = () => chat(page).getByRole("option", { selected: true }).textContent();
  await field(page).focus();
  await page.keyboard.type("go :ho");
  await options.first().waitFor();
  const names = await options.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  expect(names.every((name) => name.includes("ho"))).toBe(true);
  expect(await field(page).getAttribute("aria-expanded")).toBe("true");
  expect(await chosen()).toBe(names[0]);
  expect(await objectionsInThemes(page, "chat-completion")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  expect(await chosen()).toBe(names[1]);
  const active = await field(page).getAttribute("aria-activedescendant");
  expect(await page.locator(`#${active}`).textContent()).toBe(names[1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await chosen()).toBe(names.at(-1));

  // Escape leaves the typed text unchanged, and the chat open.
  await page.keyboard.press("Escape");
  await options.first().waitFor({ state: "detached" });
  expect(await field(page).inputValue()).toBe("go :ho");
  expect(await field(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Backspace");
  await options.first().waitFor();
  await page.keyboard.type("o");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await field(page).inputValue()).toBe(`go ${names[1]} `);
  expect(await options.count()).toBe(0);
  await page.keyboard.press("Enter");
  // Sent now, and drawn as a picture in both browsers.
  await Promise.all([ada, mo].map((one) => message(one.page, `ada: go ${names[1]}`).waitFor()));
  const row = mo.page.locator("li", {
    has: mo.page.getByRole("button", { name: `ada: go ${names[1]}`, exact: true }),
  });
  await row.locator("img").waitFor();
});

it("new messages do not move a list that was scrolled up, and are counted", async () => {
  for (let count = 1; count <= 4; count++) await say(mo, `line ${count}`);
  await mo.page.setViewportSize({ width: 390, height: 420 });
  const list = chat(mo.page).locator("ol");
  // The list must have scrolled to the end of the smaller window first, or it would not be possible to scroll up.
  await until("the list to be at its end", () => list.evaluate(isScrolledToEnd));
  await list.evaluate(scrollUp);
  await say(ada, "are you there?");
  await chat(mo.page).getByRole("button", { name: "1 new message" }).click();
  expect(await message(mo.page, "ada: are you there?").evaluate(isInSight)).toBe(true);
  await mo.page.setViewportSize({ width: 390, height: 844 });
  await mo.page.waitForTimeout(200);
  expect(await message(mo.page, "ada: are you there?").evaluate(isInSight)).toBe(true);
});

const isScrolledToEnd = (list: Element): boolean => {
  const scroller = list.parentElement;
  if (scroller === null || scroller.scrollTop === 0) return false;
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 1;
};

/** Resolves two frames later, when the page has been notified of the scrolling. */
const scrollUp = async (list: Element): Promise<void> => {
  list.parentElement?.scrollTo(0, 0);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

it("the list is a separate layer, which scrolling moves without repainting", async () => {
  const { page, context } = ada;
  await page.setViewportSize({ width: 1_440, height: 400 });
  const session = await context.newCDPSession(page);
  const layers: { layerId: string; backendNodeId?: number }[] = [];
  session.on("LayerTree.layerTreeDidChange", (tree) => {
    layers.splice(0, layers.length, ...(tree.layers ?? []));
  });
  await session.send("DOM.enable");
  await session.send("LayerTree.enable");
  const list = chat(page).getByRole("list", { name: "Messages" });
  // A list that fits into the panel does not scroll, and needs no layer.
  for (let count = 1; !(await list.evaluate(isLongerThanPanel)); count++) await say(ada, `filler ${count}`);
  expect(await list.evaluate(isLongerThanPanel)).toBe(true);
  const { root } = await session.send("DOM.getDocument");
  const [nodeId = 0] = (
    await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-chat] :has(> ol)" })
  ).nodeIds;
  const { backendNodeId } = (await session.send("DOM.describeNode", { nodeId })).node;
  await until("a layer of the list", async () => {
    const own = layers.find((layer) => layer.backendNodeId === backendNodeId);
    if (own === undefined) return false;
    const { layerId } = own;
    const { compositingReasonIds } = await session.send("LayerTree.compositingReasons", { layerId });
    return compositingReasonIds.includes("OverflowScrolling");
  });
  await session.detach();
  await page.setViewportSize({ width: 1_440, height: 900 });
});

const isLongerThanPanel = (list: Element): boolean =>
  list.parentElement !== null && list.clientHeight > list.parentElement.clientHeight;

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  const list = element.closest("ol")?.parentElement?.getBoundingClientRect();
  return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
};

it("a player reports and blocks, and a moderator decides", async () => {
  const moAddress: string = await mo.page.evaluate(
    async () => (await (await fetch("/api/auth/session")).json()).wallet,
  );
  await say(mo, "free sol in my name");
  const { page } = ada;
  await message(page, "turf_mo: free sol in my name").click();
  expect(await objectionsInThemes(page, "chat-menu")).toEqual([]);
  await page.keyboard.press("r");
  await chat(page).getByRole("menuitem", { name: "Scam" }).click();
  await page.getByText("The moderators will look at it").waitFor();
  await message(page, "turf_mo: free sol in my name").click();
  // PAGE-5: K of a Russian keyboard.
  await chat(page).getByRole("menuitem", { name: "Block player" }).waitFor();
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "л", code: "KeyK", bubbles: true }),
    ),
  );
  await gone(page, "turf_mo: free sol in my name");
  await chat(page).getByRole("button", { name: "Blocked players" }).click();
  await chat(page).getByRole("button", { name: "Unblock turf_mo" }).waitFor();
  expect(await objectionsInThemes(page, "chat-blocked")).toEqual([]);
  await chat(page).getByRole("button", { name: "Unblock turf_mo" }).click();
  await chat(page).getByText("You have not blocked anyone.").waitFor();
  await page.keyboard.press("Escape");
  await message(page, "turf_mo: free sol in my name").waitFor();

  await changeSetting(admin, "chat_moderators", JSON.stringify([moAddress]));
  await chat(mo.page).getByRole("button", { name: "1 reported message" }).click();
  await chat(mo.page).getByText("Reported by 1 player · Scam").waitFor();
  expect(await objectionsInThemes(mo.page, "chat-reports-phone")).toEqual([]);
  await chat(mo.page).getByRole("button", { name: "Delete message" }).click();
  await chat(mo.page).getByText("No messages waiting for a decision.").waitFor();
  await chat(mo.page).getByRole("button", { name: "Back to the messages" }).click();
  await Promise.all([ada, mo].map((one) => gone(one.page, "turf_mo: free sol in my name")));
});

it("a moderator deletes, mutes and bans, and both browsers see it at once", async () => {
  const { page } = mo;
  await message(page, "ada: 🚀go").click();
  await page.keyboard.press("d");
  await Promise.all([ada, mo].map((one) => gone(one.page, "ada: 🚀go")));

  await message(page, "ada: are you there?").click();
  expect(await objectionsInThemes(page, "chat-menu-phone")).toEqual([]);
  await page.keyboard.press("m");
  await chat(ada.page)
    .getByText(/You are muted: you can write again in (10:00|9:\d\d)/)
    .waitFor();
  await field(ada.page).fill("hello?");
  await field(ada.page).press("Enter");
  expect(await field(ada.page).inputValue()).toBe("hello?");

  await message(page, "ada: are you there?").click();
  await page.keyboard.press("b");
  await chat(page).getByText("Ban ada from the chat for 24 hours?").waitFor();
  expect(await objectionsInThemes(page, "chat-ban-phone")).toEqual([]);
  await page.keyboard.press("Escape");
  await message(page, "ada: are you there?").click();
  await page.keyboard.press("p");
  await Promise.all([ada, mo].map((one) => gone(one.page, "ada: are you there?")));
  await ada.page.reload();
  await chat(ada.page)
    .getByText(/You are muted: you can write again in (10|\d):\d\d/)
    .waitFor();
});

it("after a restart both are back in the room, and a draft is still there and was not sent", async () => {
  await field(mo.page).fill("after the break");
  await site.server.stop();
  await chat(mo.page)
    .getByText("Not connected. What you write stays here until you send it.")
    .first()
    .waitFor();
  for (const { page, name } of [ada, mo]) {
    await page.getByText("Live connection lost. Reconnecting…").first().waitFor();
    expect(await objectionsInThemes(page, `connection-lost-${name}`)).toEqual([]);
  }
  await field(mo.page).press("Enter");
  expect(await field(mo.page).inputValue()).toBe("after the break");
  await site.restart();
  await chat(mo.page).getByText("Not connected.").first().waitFor({ state: "detached", timeout: 30_000 });
  await message(mo.page, "turf_mo: line 4").waitFor();
  expect(await message(mo.page, "turf_mo: after the break").count()).toBe(0);
  await until("the message to go out", async () => {
    await field(mo.page).press("Enter");
    return (await field(mo.page).inputValue()) === "";
  });
  await message(ada.page, "turf_mo: after the break").waitFor();
  for (const { page, name } of [ada, mo]) expect(await objectionsInThemes(page, `chat-${name}`)).toEqual([]);
});

it("CHAT-7 CHAT-12 badges before the names; a flood, a message that failed and a ban on the pages of the player", async () => {
  const rowdy = await visit(site.browser, { name: "rowdy", url: site.url });
  await signUp(rowdy.page, "rowdy");
  await giveBadges(rowdy.page);
  const [desk, phone] = [rowdy.page, await rowdy.context.newPage()];
  await phone.setViewportSize({ width: 390, height: 844 });
  await Promise.all([desk, phone].map((page) => page.goto(site.url)));
  await phone.getByRole("button", { name: /^Chat/ }).click();
  await Promise.all([desk, phone].map((page) => message(page, "turf_mo: after the break").waitFor()));

  // A page does not know what was sent from the player's other pages.
  await field(phone).fill("one more");
  await flood(desk);
  await field(phone).press("Enter");
  const failed = outgoing(phone, "one more");
  await failed.getByText("Too many requests. Please wait a moment.").waitFor();
  expect(await objectionsInThemes(phone, "chat-failed-phone")).toEqual([]);
  await Promise.all([desk, phone].map((page) => flooded(page).waitFor({ state: "detached" })));
  await failed.getByRole("button", { name: "Send again" }).click();
  await Promise.all([desk, phone].map((page) => message(page, "rowdy: one more").waitFor()));
  expect(await failed.count()).toBe(0);
  await field(desk).fill("never mind");
  await flood(phone);
  await field(desk).press("Enter");
  const dropped = outgoing(desk, "never mind");
  await dropped.getByRole("button", { name: "Send again" }).waitFor();
  expect(await objectionsInThemes(desk, "chat-failed")).toEqual([]);
  await dropped.getByRole("button", { name: "Discard" }).click();
  await dropped.waitFor({ state: "detached" });

  // Slow mode that an admin switches on and off is named without a reload once a message was sent.
  const [slowMode, slowed] = [
    chat(desk).getByText("Slow mode: a message every 5 s"),
    chat(desk).getByText(/^Slow mode: you can send in /),
  ];
  await flooded(desk).waitFor({ state: "detached" });
  await changeSetting(admin, "chat_slow_mode_seconds", "5");
  await field(desk).fill("slowly now");
  await field(desk).press("Enter");
  await slowed.waitFor();
  await slowMode.waitFor();
  await changeSetting(admin, "chat_slow_mode_seconds", "0");
  await field(desk).fill("and fast again");
  await field(desk).press("Enter");
  await slowMode.waitFor({ state: "detached" });

  await sayAsOperator("welcome");
  const rowOf = (page: Page, text: string) =>
    chat(page).locator("li", { has: page.getByRole("button", { name: text, exact: true }) });
  const before = (page: Page, text: string) => rowOf(page, text).locator("p").first().innerText();
  expect(await before(mo.page, "rowdy: one more")).toMatch(/^Streamer\s+Partner\s+\[Steward\]\s+rowdy$/);
  expect(await before(phone, "turf_mo: after the break")).toMatch(/^Mod\s+turf_mo$/);
  await message(phone, "operator: welcome").waitFor();
  expect(await before(phone, "operator: welcome")).toMatch(/^Admin\s*Named by the operator\s+operator$/);
  // The badges take more than a line; the time is in the first, beside them.
  for (const page of [mo.page, phone]) {
    const crowded = rowOf(page, "rowdy: one more");
    const [badge, time] = [crowded.getByText("Streamer"), crowded.locator("time")];
    const tops = await Promise.all([badge, time].map(async (one) => (await one.boundingBox())?.y ?? -99));
    expect(Math.abs(tops[0]! - tops[1]!)).toBeLessThan(6);
    await keepPicture(page, `chat-badges-${page.viewportSize()?.width}`, { fullPage: false });
  }

  await message(mo.page, "rowdy: one more").click();
  await mo.page.keyboard.press("b");
  await chat(mo.page).getByRole("alertdialog").getByRole("button", { name: "Ban for 24 hours" }).click();
  await mo.page.getByText("rowdy is banned for 24 hours").waitFor();
  const isBanned = async (page: Page) => {
    await chat(page)
      .getByText(/You are banned from the chat for (24|23):/)
      .waitFor();
    await chat(page).getByRole("alert").getByText("You are banned from the chat", { exact: true }).waitFor();
    expect(await chat(page).getByRole("list", { name: "Messages" }).count()).toBe(0);
    await field(page).fill("let me in");
    expect(await chat(page).getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await field(page).press("Enter");
    expect(await field(page).inputValue()).toBe("let me in");
  };
  await Promise.all([desk, phone].map(isBanned));
  await Promise.all([desk, phone].map((page) => page.reload()));
  await phone.getByRole("button", { name: /^Chat/ }).click();
  await Promise.all([desk, phone].map(isBanned));
  expect(await objectionsInThemes(desk, "chat-banned")).toEqual([]);
  expect(await objectionsInThemes(phone, "chat-banned-phone")).toEqual([]);
});

/** The player's own message that was not accepted. */
const outgoing = (page: Page, text: string) =>
  chat(page).locator("li", { hasText: text, has: page.getByRole("button", { name: "Discard" }) });
const flooded = (page: Page) => chat(page).getByText(/^Too many messages: you can send in /);

/** Sends messages from one page until no more are accepted. */
const flood = (page: Page) =>
  until(
    "too many messages",
    async () => {
      await field(page).fill(`lap ${Date.now() % 1_000_000}`);
      await field(page).press("Enter");
      return flooded(page).isVisible();
    },
    { everyMs: 0 },
  );

/** Makes the player of a page a streamer and partner with a title. */
async function giveBadges(page: Page) {
  const wallet: string = await page.evaluate(() => localStorage.getItem("walletAddress") ?? "");
  const asAdmin = async (path: string, body: object) => {
    const answer = await admin.call("POST", `/api/admin/${path}`, {
      body: { adminWallet: admin.address, ...body },
    });
    expect([path, answer.body]).toMatchObject([path, { success: true }]);
    return answer.body;
  };
  await asAdmin("user/roles", { walletAddress: wallet, isStreamer: true, isPartner: true });
  const { title } = await asAdmin("titles", { name: "Steward", slug: "steward" });
  await asAdmin("titles/assign", { walletAddress: wallet, titleId: title.id });
}

async function sayAsOperator(content: string) {
  const browser = newBrowser(site.url, operator);
  await browser.signIn();
  await browser.call("POST", "/api/users", {
    body: { walletAddress: operator.address, username: "operator" },
  });
  const live = await openLiveSocket(site.url, browser);
  await live.ask("join-room", "lobby");
  expect(await live.ask("send-message", { content, room: "lobby" })).toMatchObject({ success: true });
  live.close();
}
