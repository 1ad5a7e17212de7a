import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";

const panel = useAdminPanel();
const { wallet, audited } = panel;

const create = (about: object) => panel.post("announcements", { title: "News", segment: "all", ...about });
const inMs = (ms: number) => new Date(panel.server.clock.now() + ms).toISOString();
const seen = async () => {
  const { body } = await newBrowser(panel.url).call("GET", "/api/announcements");
  return body.announcements.map(({ title }: { title: string }) => title);
};

it("an admin makes one, switches it off and on, and deletes it", async () => {
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

it("takes no end before the start, none for nobody, and nothing that is not understood", async () => {
  await panel.admin.stepUp("content");
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

it("NEWS-8 an admin edits one, under the limits of a new one, and the audit row says what differs", async () => {
  const { announcement: made } = await create({ title: "Jackpto", body: "At eigth.", ends_at: inMs(60_000) });
  const edit = async (about: object) => {
    const answer = await panel.admin.call("PATCH", `/api/admin/announcements/${made.id}`, {
      body: { adminWallet: wallet.address, ...about },
    });
    return { status: answer.status, ...answer.body };
  };
  const edited = await edit({ title: "Jackpot", body: null, priority: 5, ends_at: inMs(90_000) });
  expect(edited).toMatchObject({
    changed: true,
    announcement: { ...made, title: "Jackpot", body: null, priority: 5, ends_at: inMs(90_000) },
  });
  expect(await audited()).toMatchObject({
    action: "announcement.edit",
    subject: made.id,
    before: { title: "Jackpto", body: "At eigth.", priority: 0 },
    after: { title: "Jackpot", body: null, priority: 5 },
  });
  expect(await seen()).toContain("Jackpot");
  const row = await audited();
  expect(await edit({ title: "Jackpot" })).toMatchObject({ changed: false });
  for (const [about, field] of [
    [{ title: " " }, "title"],
    [{ segment: "specific" }, "target_wallets"],
    [{ starts_at: inMs(95_000) }, "ends_at"],
    [{ ends_at: inMs(-1) }, "ends_at"],
    [{ priority: 1_001 }, "priority"],
    [{ active: "yes" }, "active"],
  ] as const)
    expect(await edit(about)).toMatchObject({ status: 400, code: "INVALID_INPUT", field });
  expect(await audited()).toEqual(row);
  // For specific wallets and back: they are not kept for a segment that does not ask for them.
  const specific = await edit({ segment: "specific", target_wallets: [wallet.address] });
  expect(specific.announcement.target_wallets).toEqual([wallet.address]);
  expect((await edit({ segment: "all" })).announcement.target_wallets).toEqual([]);
  // One that has ended is still corrected.
  await panel.server.clock.advance(100_000);
  expect(await edit({ title: "Past" })).toMatchObject({ status: 200, changed: true });
});
