import { sayInLobby } from "./say-in-lobby.ts";
import type { Tourist } from "./tourist.ts";

/** The lobby: next to the race on a desktop, a tab on a phone. */
export async function* chatInTheLobby({
  page,
  url,
  admin,
  name,
  texts: { announcements, chat, players },
}: Tourist): AsyncGenerator<string> {
  const lobby = page.getByRole("complementary", { name: chat.lobbyChat });
  const field = lobby.getByRole("combobox");
  await page.goto(url);
  const tab = page.getByRole("button", { name: new RegExp(`^${chat.chat}`) });
  await tab.or(lobby).first().waitFor();
  if (!(await lobby.isVisible())) await tab.click();
  await field.waitFor();
  yield "chat-quiet";
  for (const text of ["Good luck :gallop:", "lane 4 looks fast :gg:"])
    await sayInLobby(lobby, { name, text, words: chat });
  yield "chat";
  await lobby.getByRole("button", { name: chat.pickEmoji }).click();
  await page.locator("#chat-picker").waitFor();
  yield "chat-picker";
  await page.keyboard.press("Escape");
  await field.fill("ride :g");
  await lobby.getByRole("option").first().waitFor();
  yield "chat-completion";
  await field.fill("");
  await lobby.getByRole("button", { name: `${name}: Good luck :gallop:`, exact: true }).click();
  await lobby.getByRole("menuitem", { name: chat.copyMessage }).waitFor();
  yield "chat-menu";
  await lobby.getByRole("menuitem", { name: chat.playerCard }).click();
  await page.getByRole("dialog", { name }).getByText(players.joined).waitFor();
  yield "player-card";
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name }).waitFor({ state: "detached" });

  await admin.call("POST", "/api/admin/announcements", {
    body: { adminWallet: admin.address, title: `For ${name}`, body: "8 PM", segment: "all" },
  });
  await page.goto(url);
  await page.getByRole("complementary", { name: announcements.announcement }).waitFor({ timeout: 60_000 });
  yield "announcement";
  await page.getByRole("button", { name: announcements.closeAnnouncement }).click();
}
