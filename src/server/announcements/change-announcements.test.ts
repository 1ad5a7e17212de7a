import { expect, it } from "vitest";
import { newBrowser } from "../../../tests/support/browser-session.ts";
import { useAdminPanel } from "../../../tests/support/use-admin-panel.ts";

const panel = useAdminPanel();
const { wallet, audited } = panel;

const create = (about: object) => panel.post("announcements", { title: "News", segment: "all", ...about });
const inMs = (ms: number) => new Date(panel.server.clock.now() + ms).toISOString();
const seen = async () => {
  const { body } = await newBrowser(panel.url).call("GET", "/api/announcements");
  return body.announcements.map(({ title }: { title: string }) => title);
};

it("NEWS-6 an admin makes one, switches it off and on, and deletes it", async () => {
  const made = await create({
    title: "Jackpot at eight",
    body: "Be there.",
    priority: 3,
    target_wallets: [wallet.address],
  });
  expect(made).toMatchObject({
    status: 201,
    announcement: {
      title: "Jackpot at eight",
      body: "Be there.",
      segment: "all",
      starts_at: null,
      ends_at: null,
      priority: 3,
      active: true,
      // The wallets only count for the segment `specific`.
      target_wallets: [],
    },
  });
  const { id } = made.announcement;
  expect(await audited()).toMatchObject({
    action: "announcement.create",
    subject: id,
    after: { title: "Jackpot at eight" },
  });
  await panel.server.clock.advance(1_000);
  const quiet = await create({ title: "Not yet", active: false });
  expect(await seen()).toEqual(["Jackpot at eight"]);
  const listed = await panel.admin.call("GET", "/api/admin/announcements");
  expect(listed.body.announcements).toEqual([
    { ...quiet.announcement, seen_by: 0 },
    { ...made.announcement, seen_by: 0 },
  ]);

  const path = `/api/admin/announcements/${id}`;
  const turn = (active: boolean) =>
    panel.admin.call("PATCH", path, { body: { adminWallet: wallet.address, active } });
  expect((await turn(false)).body.announcement).toEqual({ ...made.announcement, active: false });
  expect(await audited()).toMatchObject({ before: { active: true }, after: { active: false } });
  expect(await seen()).toEqual([]);
  await turn(true);
  expect(await seen()).toEqual(["Jackpot at eight"]);
  const remove = () => panel.admin.call("DELETE", `${path}?walletAddress=${wallet.address}`);
  expect((await remove()).body).toEqual({ success: true, id });
  expect(await audited()).toMatchObject({
    action: "announcement.delete",
    before: { title: "Jackpot at eight" },
  });
  expect(await seen()).toEqual([]);
  expect((await remove()).body.code).toBe("ANNOUNCEMENT_NOT_FOUND");
  expect((await turn(true)).body.code).toBe("ANNOUNCEMENT_NOT_FOUND");
});

it("NEWS-6 takes no end before the start, none for nobody, and nothing that is not understood", async () => {
  const before = await audited();
  for (const [about, field] of [
    [{ starts_at: inMs(60_000), ends_at: inMs(30_000) }, "ends_at"],
    [{ ends_at: inMs(-1) }, "ends_at"],
    [{ segment: "specific" }, "target_wallets"],
    [{ segment: "specific", target_wallets: [] }, "target_wallets"],
    [{ segment: "everyone" }, "segment"],
    [{ title: "" }, "title"],
    [{ title: "x".repeat(121) }, "title"],
    [{ priority: 1.5 }, "priority"],
    [{ starts_at: "tomorrow" }, "starts_at"],
  ] as const)
    expect(await create(about)).toMatchObject({ status: 400, code: "INVALID_INPUT", field });
  expect(await audited()).toEqual(before);
});
