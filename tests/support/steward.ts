import { newPlayer, type Player } from "./independent-player.ts";

/** An admin who hurries the races along and hangs up the theme. */
export async function openSteward(url: string): Promise<Player> {
  const steward = newPlayer(url);
  await steward.signIn();
  await steward.createProfile("steward");
  await steward.call("POST", "/local/admin", { adminWallet: steward.wallet });
  for (const [key, value] of [
    ["countdown_seconds", "30"],
    ["next_race_delay", "12"],
  ] as const) {
    await changeSetting(steward, key, value);
  }
  return steward;
}

export async function changeSetting(admin: Player, settingKey: string, settingValue: string) {
  const { status, body } = await admin.call("POST", "/admin/settings", {
    adminWallet: admin.wallet,
    settingKey,
    settingValue,
  });
  if (status !== 200) throw new Error(`${settingKey}: ${JSON.stringify(body)}`);
}
