import { expect, it } from "vitest";
import { openProfiles } from "../../../../tests/support/profiles.ts";

const { signedIn, playerNamed } = await openProfiles();

it("presets begin with the defaults and keep what was saved, exactly", async () => {
  const player = await playerNamed("PresetPlayer");
  const path = `/api/users/${player.address}/presets`;
  const header = { "x-wallet-address": player.address };
  expect((await player.call("GET", path, { headers: header })).body.presets).toEqual([0.1, 0.25, 0.5, 1]);
  const saved = await player.call("PUT", path, {
    body: { presets: [0.000000001, "0.3", 7, 10] },
    headers: header,
  });
  expect(saved.body).toEqual({ success: true, presets: [0.000000001, 0.3, 7, 10] });
  expect((await player.call("GET", path)).body.presets).toEqual([0.000000001, 0.3, 7, 10]);
});

it.each([
  [[1, 2, 3]],
  [[1, 2, 3, 4, 5]],
  [[1, 2, 3, 0]],
  [[1, 2, 3, -1]],
  [[1, 2, 3, "1e3"]],
  [[1, 2, 3, 1e300]],
  ["1,2,3,4"],
  [null],
])("LIMITS-3 the presets %j are refused and nothing changes", async (presets) => {
  const player = await signedIn();
  const path = `/api/users/${player.address}/presets`;
  const answer = await player.call("PUT", path, { body: { presets } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    code: "PRESETS_INVALID",
    message: "All amounts must be positive numbers",
  });
  expect((await player.call("GET", path)).body.presets).toEqual([0.1, 0.25, 0.5, 1]);
});
