import type { Locator } from "playwright-core";
import { refusals } from "../../src/contract/wire/refusals.ts";
import { catalogue, locales, type Texts } from "./catalogue.ts";
import { until } from "./until.ts";

const tooEarly = [
  refusals.CHAT_SLOW_MODE.text,
  refusals.RATE_LIMITED.text,
  ...Object.values(locales).flatMap(({ refusals: { CHAT_SLOW_MODE, RATE_LIMITED } }) => [
    CHAT_SLOW_MODE,
    RATE_LIMITED,
  ]),
];

interface Saying {
  /** The sender's username. */
  readonly name: string;
  readonly text: string;
  /** English if absent. */
  readonly words?: Texts["chat"];
}

/**
 * Says something in the lobby and waits until it is shown there. A page learns from the acknowledgement of a message
 * how long the next one has to wait, which may be after the room showed it. An Enter before that leaves the text in the
 * field, or sends it too early: it is pressed again, as a player would. A message that is refused for another reason is
 * not said again.
 */
export async function sayInLobby(
  lobby: Locator,
  { name, text, words = catalogue.en.chat }: Saying,
): Promise<void> {
  const field = lobby.getByRole("combobox");
  const send = lobby.getByRole("button", { name: words.send, exact: true });
  const said = lobby.getByRole("button", { name: `${name}: ${text}`, exact: true });
  const discard = lobby
    .getByRole("listitem")
    .filter({ hasText: text })
    .filter({ hasText: new RegExp(tooEarly.join("|")) })
    .getByRole("button", { name: words.discard });
  await field.fill(text);
  await until(`"${text}" to be said in the lobby`, async () => {
    if ((await field.inputValue()) === text) {
      if (await send.isEnabled()) await field.press("Enter");
      return false;
    }
    if (await discard.isVisible()) {
      await discard.click();
      await field.fill(text);
    }
    return said.isVisible();
  });
}
