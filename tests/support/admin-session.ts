import { newPlayer, type Player } from "./player.ts";

/** Signs in an admin and shortens countdown and pause. */
export async function openAdminSession(url: string): Promise<Player> {
  const admin = newPlayer(url);
  await admin.signIn();
  await admin.createProfile("a_chief");
  await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  // Valid for ten minutes: jackpots are house money.
  await admin.stepUp("house-money");
  for (const [key, value] of [
    ["countdown_seconds", "30"],
    ["next_race_delay", "12"],
  ] as const) {
    await changeSetting(admin, key, value);
  }
  return admin;
}

export async function changeSetting(admin: Player, settingKey: string, settingValue: string) {
  const { status, body } = await admin.call("POST", "/api/admin/settings", {
    body: {
      adminWallet: admin.address,
      settingKey,
      settingValue,
    },
  });
  if (status !== 200) throw new Error(`${settingKey}: ${JSON.stringify(body)}`);
}
