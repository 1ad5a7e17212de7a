import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { Playing } from "../drills/kill/run-drill.ts";
import { playOn } from "./play-on.ts";
import { startValidator } from "./validator-process.ts";

const races = Number(process.env["RACES"] ?? 60);
/** A race takes about half a minute. */
const PATIENCE_MS = races * 90_000;

const validator = await startValidator();
afterAll(() => validator.stop());

/** What an admin does all day, over and over, until so many races have ended. */
async function administrate({ admin, bettors, race }: Playing) {
  const write = async (path: string, body: object) => {
    const answer = await admin.call("POST", `/api/admin/${path}`, {
      body: { adminWallet: admin.address, ...body },
    });
    expect({ path, status: answer.status, text: answer.text }).toMatchObject({ path, status: 200 });
  };
  const setting = (settingKey: string, settingValue: string) =>
    write("settings", { settingKey, settingValue });
  const number = () => Number(race()?.id.replace("race-", "") ?? 0);
  const endAt = Date.now() + PATIENCE_MS;
  for (let turn = 0; number() <= races && Date.now() < endAt; turn++) {
    await setting("house_edge", turn % 2 === 0 ? "4" : "5");
    // Moderation is bounded to thirty acts an hour.
    if (turn < 10) {
      const walletAddress = bettors[turn % bettors.length]?.address;
      await write("mute", { walletAddress, reason: "Loud" });
      await write("unmute", { walletAddress });
    }
    await pause(10_000);
  }
  expect(number()).toBeGreaterThan(races);
}

it(
  `INV-9 INV-12 on a validator: ${races} races with eight players and an admin at work add up to the lamport`,
  async () => {
    const { counts, problems } = await playOn(validator.url, {
      seed: "validator races",
      meanwhile: administrate,
    });
    expect(problems).toEqual([]);
    expect(counts.races).toBeGreaterThanOrEqual(races);
  },
  PATIENCE_MS + 600_000,
);
