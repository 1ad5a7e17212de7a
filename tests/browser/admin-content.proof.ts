import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { visitAsAdmin } from "../support/admin-page.ts";
import type { Json } from "../support/browser-session.ts";
import { contentToShow } from "../support/content-to-show.ts";
import { keyboardObjections } from "../support/keyboard-objections.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { movingWebp } from "../support/pictures.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { signApproval } from "../support/sign-approval.ts";
import { useSite } from "../support/site.ts";
import { dialog } from "../support/dialog.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "0" } });

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];

let content: Awaited<ReturnType<typeof contentToShow>>;
beforeAll(async () => {
  content = await contentToShow(site.url);
});

const said = (page: Page, text: string) => page.getByTestId("admin-banner").getByText(text);

/** Cards have no heads to press: a choice sorts them. */
async function mustSortCards(page: Page, list: Locator): Promise<void> {
  const names = async () =>
    (await list.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0] ?? "");
  const listed = await names();
  const sortBy = page.getByLabel("Sort by").first();
  await sortBy.selectOption("Name, descending");
  await expect.poll(names).toEqual(listed.toSorted((one, other) => other.localeCompare(one)));
  await sortBy.selectOption("As listed");
  await expect.poll(names).toEqual(listed);
}

/** Whether a field is where the next key goes, and can be seen between the page's header and the tabs below it. */
const isAtHand = (field: Locator) =>
  field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return document.activeElement === element && seen === element;
  });

/** In a user's drawer the arrow keys scroll the messages, and elsewhere go through the list. */
async function mustKeepArrows(page: Page): Promise<void> {
  const drawer = page.getByTestId("drawer");
  const heading = drawer.getByRole("heading", { name: "hurdler" });
  const users = page.getByRole("table", { name: "All users" });
  await users.getByRole("button", { name: /^hurdler/ }).click();
  await heading.waitFor();
  await drawer.getByRole("region", { name: "Messages" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(200);
  expect(await heading.count()).toBe(1);
  await drawer.focus();
  await page.keyboard.press("ArrowUp");
  await heading.waitFor({ state: "detached" });
}

/** The open dialog deletes once the phrase is typed, and not before. */
async function mustDelete(page: Page, phrase: string): Promise<void> {
  const remove = dialog(page).getByRole("button", { name: "Delete" });
  await mustBeUsable(page, phrase.replaceAll(" ", "-"));
  expect(await keyboardObjections(page)).toEqual([]);
  expect(await remove.isDisabled()).toBe(true);
  await dialog(page).getByLabel(/^Type/).fill(phrase);
  // A press next to it neither closes it nor reaches the page.
  await page.mouse.click(8, 200);
  await remove.click();
  await dialog(page).waitFor({ state: "detached" });
}

async function mustBeUsable(page: Page, state: string): Promise<void> {
  await page.locator(".animate-pulse").waitFor({ state: "detached" });
  expect(await objectionsInThemes(page, state)).toEqual([]);
}

describe.each(sizes)("on a $name", ({ name, width, height }) => {
  let visits = 0;
  const open = async (tab: string, reducedMotion: "reduce" | "no-preference" = "reduce") => {
    const username = `admin${(visits += 1)}-${name}`;
    const visitor = await visitAsAdmin(
      site.browser,
      { username, url: site.url, path: `/admin/${tab}` },
      { width, height, reducedMotion },
    );
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    return visitor;
  };

  it("a horse of the reserve takes a lane, by keyboard, and the one that was there makes room", async () => {
    const { page, complaints } = await open("horses");
    const running = page.getByRole(name === "phone" ? "list" : "region", { name: "Running" }).last();
    const reserve = page.getByRole(name === "phone" ? "list" : "region", { name: "In reserve" }).last();
    const inReserve = name === "desk" ? "Quiet Thunder" : "Lightning Flash";
    const leaves = name === "desk" ? "Lightning Flash" : "Quiet Thunder";
    await reserve.getByText(inReserve).waitFor();
    await mustBeUsable(page, `horses-${name}`);
    if (name === "phone") await mustSortCards(page, running);
    await page.getByRole("button", { name: `Lane of ${inReserve}` }).focus();
    await page.keyboard.press("Enter");
    const lane = dialog(page).getByLabel("Lane", { exact: true });
    await lane.focus();
    await page.keyboard.type("2");
    expect(await lane.inputValue()).toBe("2");
    await dialog(page).getByText(`${leaves} goes into reserve`).waitFor();
    if (name === "desk") await dialog(page).getByTestId("confused-pairs").getByText("Thunder Bolt").waitFor();
    await mustBeUsable(page, `horse-lane-${name}`);
    await dialog(page).getByRole("button", { name: "Change lane" }).focus();
    await page.keyboard.press("Enter");
    await said(page, `${inReserve} runs in lane 2`).waitFor();
    await running.getByText(inReserve).waitFor();
    await reserve.getByText(leaves).waitFor();
    expect(complaints).toEqual([]);
  });

  it("STABLE-1 TITLE-9 EMOTE-11 what nobody wants any more is archived or deleted, and what goes with it is said", async () => {
    const horses = await open("horses");
    const horse = `Mistyped ${name}`;
    await horses.page.getByLabel("Name", { exact: true }).fill(horse);
    await horses.page.getByRole("button", { name: "Add Horse" }).click();
    await horses.page.getByRole("button", { name: `Archive ${horse}` }).click();
    await mustBeUsable(horses.page, `horse-archive-${name}`);
    await dialog(horses.page).getByRole("button", { name: "Archive" }).click();
    await said(horses.page, `${horse} archived`).waitFor();
    await mustBeUsable(horses.page, `horses-archived-${name}`);
    await horses.page.getByRole("button", { name: `Restore ${horse}` }).waitFor();
    await horses.page.getByRole("button", { name: `Delete ${horse}` }).click();
    await dialog(horses.page).getByRole("button", { name: "Delete" }).click();
    await said(horses.page, `${horse} deleted`).waitFor();
    expect(await horses.page.getByRole("button", { name: `Edit ${horse}` }).count()).toBe(0);

    const titles = await open("titles");
    await titles.page.getByLabel("Name", { exact: true }).fill(`Mistake ${name}`);
    await titles.page.getByRole("button", { name: "Create title" }).click();
    await titles.page.getByRole("button", { name: `[Mistake ${name}]` }).click();
    await titles.page.getByRole("button", { name: `Delete Mistake ${name}` }).click();
    await dialog(titles.page).getByText("Nobody holds it.").waitFor();
    await mustDelete(titles.page, `delete Mistake ${name}`);
    await said(titles.page, "Title deleted").waitFor();
    await titles.page.getByRole("button", { name: "[Steward]" }).click();
    await titles.page.getByRole("button", { name: "Delete Steward" }).click();
    await dialog(titles.page)
      .getByText(/players lose it/)
      .waitFor();
    await mustBeUsable(titles.page, `title-held-${name}`);

    const emotes = await open("emotes");
    await emotes.page.getByLabel("Name", { exact: true }).fill(`Mistake ${name}`);
    await emotes.page.getByRole("button", { name: "Create group" }).click();
    await said(emotes.page, "Group created").waitFor();
    await emotes.page.getByRole("button", { name: "Delete Furlong" }).click();
    await dialog(emotes.page).getByText("24 emotes are deleted with it.").waitFor();
    await mustBeUsable(emotes.page, `group-held-${name}`);
    await dialog(emotes.page).getByRole("button", { name: "Cancel" }).click();
    await emotes.page.getByRole("button", { name: `Delete Mistake ${name}` }).click();
    await dialog(emotes.page).getByLabel(/^Type/).fill(`delete Mistake ${name}`);
    await dialog(emotes.page).getByRole("button", { name: "Delete" }).click();
    await said(emotes.page, "Group deleted").waitFor();
  });

  it("NEWS-8 an announcement is edited in the form that made it, which comes to its author", async () => {
    const { page, complaints } = await open("announcements");
    const title = page.getByLabel("Title", { exact: true });
    await page.getByRole("button", { name: "Create announcement" }).click();
    await page.getByText("An announcement needs a title").waitFor();
    await expect.poll(() => isAtHand(title)).toBe(true);
    await title.fill(`Jackpto ${name}`);
    // Not on the dashboards of the other tests.
    await page.getByLabel("Segment").selectOption("partners");
    await page.getByRole("button", { name: "Create announcement" }).click();
    await page.getByRole("button", { name: `Edit: Jackpto ${name}` }).click();
    await expect.poll(() => isAtHand(title)).toBe(true);
    expect(await title.inputValue()).toBe(`Jackpto ${name}`);
    await title.fill(`Jackpot ${name}`);
    await page.getByLabel("Ends at").fill("2020-01-01T00:00");
    await mustBeUsable(page, `announcement-edit-${name}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("ends_at must be after the start").waitFor();
    expect(await title.inputValue()).toBe(`Jackpot ${name}`);
    await page.getByLabel("Ends at").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await said(page, "Announcement saved").waitFor();
    await page.getByText(`Jackpot ${name}`).first().waitFor();
    await page.getByRole("button", { name: "Create announcement" }).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });

  it("FORMS-1 a form marks the field that the server refuses, also where a failure is otherwise silent", async () => {
    const { page } = await open("titles");
    await page.getByRole("button", { name: "[Steward]" }).waitFor();
    const title = page.getByLabel("Name", { exact: true });
    await title.fill("STEWARD");
    const slug = page.getByLabel("Slug", { exact: true });
    await slug.fill(`another-${name}`);
    await page.getByRole("button", { name: "Create title" }).click();
    await expect.poll(() => title.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("alert").getByText("A title with this name or slug already exists").waitFor();
    await mustBeUsable(page, `title-refused-${name}`);
    await title.fill("Steward\u200b's hand");
    expect(await title.getAttribute("aria-invalid")).toBe("false");
    await page.getByRole("button", { name: "Create title" }).click();
    await page.getByRole("alert").getByText("name must not contain invisible characters").waitFor();

    const horses = await open("horses");
    const horse = horses.page.getByLabel("Name", { exact: true });
    await horse.fill("thunder  bolt");
    await horses.page.getByRole("button", { name: "Add Horse" }).click();
    await horses.page.getByRole("alert").getByText("A horse with this name already exists").waitFor();
    expect(await horse.getAttribute("aria-invalid")).toBe("true");
    await mustBeUsable(horses.page, `horse-refused-${name}`);
  });

  it("a title names its holders, and is taken from one of them", async () => {
    const { page, complaints } = await open("titles");
    const holder = name === "desk" ? "hurdler" : "stayer";
    await page.getByRole("button", { name: "[Steward]" }).click();
    const drawer = page.getByTestId("drawer");
    await drawer.getByText("miler").waitFor();
    await drawer.getByText(`${name === "desk" ? 3 : 2} players hold this title`).waitFor();
    await mustBeUsable(page, `title-holders-${name}`);
    await drawer.getByRole("button", { name: `Unassign from ${holder}` }).click();
    await dialog(page).getByText(`${holder} loses Steward.`).waitFor();
    await dialog(page).getByRole("button", { name: "Unassign" }).click();
    await said(page, "Title unassigned").waitFor();
    await drawer.getByRole("button", { name: `Unassign from ${holder}` }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("NEWS-7 an announcement is counted once it stood on a player's dashboard", async () => {
    const { page, complaints } = await open("announcements");
    const seen = async () => {
      const { body } = await content.admin.call(
        "GET",
        `/api/admin/announcements?walletAddress=${content.admin.address}`,
      );
      return Math.max(...body.announcements.map((one: { seen_by: number }) => one.seen_by));
    };
    await visitDashboard(page);
    await expect.poll(seen).toBeGreaterThan(0);
    const once = await seen();
    await visitDashboard(page);
    await page.goto(`${site.url}/admin/announcements`);
    const seenNow = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
    await seenNow("Seen by").waitFor();
    await seenNow(new RegExp(`^${once}$`)).waitFor();
    await mustBeUsable(page, `announcements-${name}`);
    expect(complaints).toEqual([]);
  });

  it("the list of announcements tells those that are to come and those that are over", async () => {
    const { admin } = content;
    const create = async (title: string, dates: object) => {
      const { status } = await admin.call("POST", "/api/admin/announcements", {
        body: { adminWallet: admin.address, title: `${title} ${name}`, segment: "streamers", ...dates },
      });
      expect(status).toBe(201);
    };
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    await create("Tomorrow", { starts_at: inDays(1) });
    await create("Yesterday", { starts_at: inDays(-2), ends_at: inDays(-1) });
    const { page, complaints } = await open("announcements");
    await page.getByText(`Tomorrow ${name}`).waitFor();
    for (const state of ["Upcoming", "Ended"]) await page.getByText(state, { exact: true }).first().waitFor();
    const list = page.getByRole(name === "phone" ? "list" : "region", { name: "All", exact: true }).last();
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("a holiday's emotes get their dates, and an emote that moves is seen moving", async () => {
    const { page, complaints } = await open("emotes", "no-preference");
    await page.getByRole("button", { name: "Derby Day", exact: true }).click();
    const picture = page.locator("li", { hasText: ":wave:" }).locator("img");
    expect(await picture.getAttribute("src")).toMatch(/^\/emotes\/[0-9a-f]+\.\d+\.webp$/);
    // The first of the two sizes moves the one that is over to another year.
    for (const state of name === "desk" ? ["Upcoming", "Ended"] : ["Upcoming"])
      await page.getByText(state, { exact: true }).first().waitFor();
    await mustBeUsable(page, `emotes-${name}`);
    await page.getByRole("button", { name: "Dates of Last Easter" }).click();
    // A year of its own for each size: dates that stand already are no change.
    const year = name === "desk" ? 2031 : 2032;
    await dialog(page).getByLabel("Starts at").fill(`${year}-04-01T12:00`);
    await dialog(page).getByLabel("Ends at").fill(`${year}-03-01T12:00`);
    await dialog(page).getByText("It would end before it starts").waitFor();
    expect(await dialog(page).getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await mustBeUsable(page, `emote-dates-${name}`);
    await dialog(page).getByLabel("Ends at").fill(`${year}-04-03T12:00`);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await said(page, "Dates saved").waitFor();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(() => picture.getAttribute("src")).toContain(".still.webp");

    await page.getByLabel("Name").fill(`Grand Final ${name}`);
    await page.getByLabel("Scope").selectOption("holiday");
    await page.getByLabel("Starts at").fill("2031-05-01T12:00");
    await page.getByRole("button", { name: "Create group" }).click();
    await said(page, "Group created").waitFor();
    await page.getByRole("button", { name: `Dates of Grand Final ${name}` }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("an announcement and an emote are deleted after a phrase is typed", async () => {
    const { page, complaints } = await open("announcements");
    const title = `Gone soon ${name}`;
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByRole("button", { name: "Create announcement" }).click();
    await page.getByRole("button", { name: `Delete: ${title}` }).click();
    await mustDelete(page, "delete announcement");
    await page.getByRole("button", { name: `Delete: ${title}` }).waitFor({ state: "detached" });

    const { groups } = (
      await content.admin.call("GET", `/api/admin/emote-groups?walletAddress=${content.admin.address}`)
    ).body;
    const groupId = groups.find((group: { name: string }) => group.name === "Derby Day").id;
    const picture = await movingWebp(2, { width: 32, height: 32 }, 120);
    const dataUrl = `data:image/webp;base64,${picture.toString("base64")}`;
    const file = { groupId, shortcode: `gone${name}`, fileName: "gone.webp", dataUrl };
    await content.admin.call("POST", "/api/admin/emotes/upload", {
      body: { adminWallet: content.admin.address, ...file },
    });
    await page.goto(`${site.url}/admin/emotes`);
    await page.getByRole("button", { name: "Derby Day", exact: true }).click();
    await page.getByRole("button", { name: `Delete: gone${name}` }).click();
    await mustDelete(page, `delete gone${name}`);
    await page.getByRole("button", { name: `Delete: gone${name}` }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("a wallet without a profile is listed, one drawer at a time, and its balance set", async () => {
    const { page } = await open("users");
    const prefix = content.stranger.address.slice(0, 8);
    const drawer = page.getByTestId("drawer");
    if (name === "desk") await mustKeepArrows(page);
    await page.getByRole("button", { name: prefix }).click();
    await drawer.getByRole("heading", { name: "No profile" }).waitFor();
    // The drawer of a user makes room for it.
    expect(await drawer.count()).toBe(1);
    await drawer.getByText("1.2", { exact: false }).first().waitFor();
    await mustBeUsable(page, `wallets-without-profile-${name}`);
    await drawer.getByRole("button", { name: "Set Balance" }).click();
    const wanted = name === "desk" ? "0.5" : "0.25";
    await dialog(page).getByLabel("New balance").fill(wanted);
    await dialog(page).getByRole("button", { name: "Set Balance" }).click();
    await said(page, "Balance updated").waitFor();
    expect(await balanceOf(content.admin, content.stranger.address)).toBe(Number(wanted));
  });

  it("a player is opened by name, and each session says when it ends", async () => {
    const { page } = await open("users");
    const load = page.getByRole("button", { name: "Load user" });
    await page.getByRole("searchbox", { name: "Username or wallet" }).first().fill("hurdle");
    expect(await load.isDisabled()).toBe(true);
    await page.getByRole("searchbox", { name: "Username or wallet" }).first().fill("Hurdler");
    await load.click();
    await page.getByTestId("drawer").getByRole("heading", { name: "hurdler" }).waitFor();
    await page.getByTestId("drawer").getByRole("button", { name: "Close" }).click();
    const sessions = page.getByRole(name === "phone" ? "list" : "table", {
      name: "Where admins are signed in",
    });
    await sessions.getByText("Ends", { exact: true }).first().waitFor();
  });

  it("USERS-9 a wallet without a profile is banned for a week, listed with the reason, and unbanned", async () => {
    const { page } = await open("users");
    const { address } = newPlayer(site.url);
    const drawer = page.getByTestId("drawer");
    await page.getByRole("searchbox", { name: "Username or wallet" }).first().fill(address);
    await page.getByRole("button", { name: "Load user" }).click();
    await drawer.getByText("This wallet never held anything here").waitFor();
    await drawer.getByRole("button", { name: "Ban", exact: true }).click();
    await mustBeUsable(page, `wallet-ban-${name}`);
    await dialog(page)
      .getByLabel(/^Reason/)
      .fill("the same player again");
    await dialog(page).getByRole("button", { name: "7 d" }).click();
    await dialog(page).getByRole("button", { name: "Ban", exact: true }).click();
    await drawer.getByText(/Banned until/).waitFor();
    await drawer.getByRole("button", { name: "Close" }).click();
    const banned = page.getByRole("list", { name: "Banned" }).getByRole("listitem");
    await banned.getByText("the same player again").waitFor();
    await mustBeUsable(page, `wallet-banned-${name}`);
    await banned.getByRole("button", { name: address.slice(0, 8) }).click();
    await drawer.getByRole("button", { name: "Unban" }).click();
    await dialog(page).getByRole("button", { name: "Unban" }).click();
    await drawer.getByRole("button", { name: "Ban", exact: true }).waitFor();
    await expect.poll(() => banned.count()).toBe(0);
  });

  it("USERS-4 a referrer is removed by a button of its own", async () => {
    const [friend, player] = [newPlayer(site.url), newPlayer(site.url)];
    for (const one of [friend, player]) await one.signIn();
    await friend.createProfile(`friend_${name}`);
    const body = { walletAddress: player.address, username: `brought_${name}`, referrer: friend.address };
    expect((await player.call("POST", "/api/users", { body })).status).toBe(201);
    const { page } = await open(`users?wallet=${player.address}`);
    const drawer = page.getByTestId("drawer");
    await expect.poll(() => drawer.getByLabel("Referrer").inputValue()).toBe(friend.address);
    await drawer.getByRole("button", { name: "Remove referrer" }).click();
    await mustBeUsable(page, `referrer-${name}`);
    await dialog(page).getByLabel("Reason, optional").fill("asked for by mail");
    await dialog(page).getByRole("button", { name: "Remove referrer" }).click();
    await said(page, "User updated").waitFor();
    await expect.poll(() => drawer.getByLabel("Referrer").inputValue()).toBe("");
    expect(await drawer.getByRole("button", { name: "Remove referrer" }).count()).toBe(0);
  });

  it("a wallet without a profile is appointed an admin by two, and removed", async () => {
    const { page } = await open("users");
    const wallet = newPlayer(site.url).address;
    const remove = page.getByRole("button", { name: `Remove: ${wallet}` });
    await page.getByLabel("Wallet of a new admin").fill(wallet);
    await page.getByRole("button", { name: "Appoint", exact: true }).click();
    await dialog(page).getByText(wallet).waitFor();
    // What failed is said, and need not be typed again.
    await page.route("**/api/admin/user/roles", (route) =>
      route.fulfill({ status: 409, json: { success: false, code: "LAST_ADMIN", message: "Not just now." } }),
    );
    await dialog(page).getByRole("button", { name: "Appoint", exact: true }).click();
    await page.getByTestId("admin-banner").getByText("Not just now.").waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await page.getByLabel("Wallet of a new admin").inputValue()).toBe(wallet);
    await page.unroute("**/api/admin/user/roles");
    await page.getByRole("button", { name: "Appoint", exact: true }).click();
    await dialog(page).getByText("Another admin has to approve it").waitFor();
    await dialog(page).getByRole("button", { name: "Appoint", exact: true }).click();
    await said(page, "Not done yet: it waits for another admin's approval").waitFor();
    await expect.poll(() => page.getByLabel("Wallet of a new admin").inputValue()).toBe("");
    expect(await remove.count()).toBe(0);
    await approveAppointment(content.admin, wallet);
    await page.getByText("Your request is approved").first().waitFor();
    await remove.waitFor();
    await mustBeUsable(page, `admins-${name}`);
    await remove.click();
    await dialog(page).getByRole("button", { name: "Remove" }).click();
    await remove.waitFor({ state: "detached" });
    // Not the only one.
    expect(await page.getByText("You are the only admin").count()).toBe(0);
  });

  it("reported messages wait in the users tab", async () => {
    const { page, complaints } = await open("users");
    const reports = page.getByRole("region", { name: "Reported messages" });
    if (name === "desk") {
      await reports.getByText("send me 1 SOL and get 2 back").waitFor();
      await mustBeUsable(page, `reports-${name}`);
      await reports.getByRole("button", { name: "Mute" }).click();
      await page
        .getByText(/hurdler is muted|Muted hurdler|hurdler/)
        .last()
        .waitFor();
      await reports.getByRole("button", { name: "Delete message" }).click();
    }
    await reports.getByText("No messages waiting").waitFor();
    expect(complaints).toEqual([]);
  });
});

it("after a horse is added the form goes on with a colour that no horse has, and it is renamed", async () => {
  const { page } = await visitAsAdmin(
    site.browser,
    { username: "stables", url: site.url, path: "/admin/horses" },
    { width: 1440, height: 900 },
  );
  const hex = page.getByLabel("Hex", { exact: true });
  await page.getByRole("region", { name: "Running" }).last().getByRole("row").nth(1).waitFor();
  const first = await hex.inputValue();
  await page.getByLabel("Name", { exact: true }).fill("Foal of May");
  await page.getByRole("button", { name: "Add Horse" }).click();
  await page.getByRole("region", { name: "In reserve" }).last().getByText("Foal of May").waitFor();
  await expect.poll(() => hex.inputValue()).not.toBe(first);
  await page.getByRole("button", { name: "Edit Foal of May" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await expect.poll(() => name.inputValue()).toBe("Foal of May");
  await name.fill("Foal of June");
  await page.getByRole("button", { name: "Update Horse" }).click();
  await page.getByRole("region", { name: "In reserve" }).last().getByText("Foal of June").waitFor();
});

it("a withdrawal that waits says for what, and is summed with the queue", async () => {
  const { admin, stranger } = content;
  await stranger.signIn();
  await stranger.createProfile("late_joiner");
  await admin.call("POST", "/api/house-wallet/lock", { body: { adminWallet: admin.address } });
  const withdrawal = { walletAddress: stranger.address, amount: 0.1 };
  expect((await stranger.call("POST", "/api/wallet/withdraw", { body: withdrawal })).status).toBe(201);
  for (const { name, width, height } of sizes) {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `payouts-${name}`, url: site.url, path: "/admin/payouts" },
      { width, height },
    );
    await page.getByText(/^(The house wallets are locked|No server is the leader)$/).waitFor();
    await page.getByText(/^Continues as soon as/).waitFor();
    await mustBeUsable(page, `payouts-${name}`);
    // It is asked for again by itself while something in it waits.
    if (name === "desk") await page.waitForResponse("**/api/admin/payouts?*", { timeout: 20_000 });
    await page.goto(`${site.url}/admin/wallets`);
    await page.getByText("1 waiting, 0.1000 SOL").waitFor();
  }
});

async function visitDashboard(page: Page): Promise<void> {
  await page.goto(`${site.url}/dashboard`);
  await page.getByText("A jackpot race at eight").waitFor();
}

/** Approves what another admin asked for: that a wallet becomes an admin. */
async function approveAppointment(admin: Player, wallet: string): Promise<void> {
  const { waiting } = (await admin.call("GET", "/api/admin/approvals")).body;
  const asked = waiting.find(({ request }: Json) => request.walletAddress === wallet);
  expect(asked).toMatchObject({ kind: "roles", request: { walletAddress: wallet, isAdmin: true } });
  const body = { adminWallet: admin.address, signature: signApproval(asked, admin.wallet) };
  const { status } = await admin.call("POST", `/api/admin/approvals/${asked.id}/approve`, { body });
  expect(status).toBe(200);
}

async function balanceOf(admin: Player, wallet: string): Promise<number> {
  const path = `/api/admin/unprofiled-wallets/${wallet}?walletAddress=${admin.address}`;
  return (await admin.call("GET", path)).body.wallet.balance;
}
