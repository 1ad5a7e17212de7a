import { sayInLobby } from "./say-in-lobby.ts";
import type { Tourist } from "./tourist.ts";

/** The lobby: next to the race on a desktop, a tab on a phone. */
export async function* chatInTheLobby({ page, url, name, texts: { chat } }: Tourist): AsyncGenerator<string> {
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
  await page.keyboard.press("Escape");
}
