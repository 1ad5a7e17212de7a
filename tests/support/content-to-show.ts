import { DAY_MS } from "../../src/domain/day-length.ts";
import { openAdminSession } from "./admin-session.ts";
import { openLiveSocket } from "./live-socket.ts";
import { movingWebp } from "./pictures.ts";
import { newPlayer, type Player } from "./player.ts";
import { until } from "./until.ts";

/** Content for admins to deal with, created the way it really arises: by players and an admin through the API. */
export async function contentToShow(url: string) {
  const admin = await openAdminSession(url);
  const asAdmin = async (path: string, body: object) => {
    const answer = await admin.call("POST", `/api/admin/${path}`, {
      body: { adminWallet: admin.address, ...body },
    });
    if (!answer.body?.success) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const players: Player[] = [];
  for (const name of ["hurdler", "stayer", "miler"]) {
    const player = newPlayer(url);
    await player.signIn();
    await player.createProfile(name);
    players.push(player);
  }

  await asAdmin("horses", { name: "Quiet Thunder", color: "#C2252F", description: "A red like another." });
  const { title } = await asAdmin("titles", { name: "Steward", slug: "steward" });
  for (const { address } of players)
    await asAdmin("titles/assign", { walletAddress: address, titleId: title.id });
  await asAdmin("announcements", { title: "A jackpot race at eight", body: "Be there.", segment: "all" });
  await showEmotes(asAdmin);
  const stranger = await payWithoutProfile(url, admin);
  await reportMessage(url, players);
  return { admin, players, stranger };
}

async function showEmotes(asAdmin: (path: string, body: object) => Promise<{ group: { id: string } }>) {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const { group } = await asAdmin("emote-groups", {
    name: "Derby Day",
    scope: "holiday",
    starts_at: inDays(-1),
    ends_at: inDays(2),
  });
  await asAdmin("emote-groups", { name: "Christmas", scope: "holiday", starts_at: inDays(30) });
  await asAdmin("emote-groups", { name: "Last Easter", scope: "holiday", ends_at: inDays(-90) });
  const file = await movingWebp(4, { width: 64, height: 64 }, 120);
  const dataUrl = `data:image/webp;base64,${file.toString("base64")}`;
  await asAdmin("emotes/upload", { groupId: group.id, shortcode: "wave", fileName: "wave.webp", dataUrl });
}

/** Somebody sends SOL to a deposit wallet by hand, without a profile. */
async function payWithoutProfile(url: string, admin: Player): Promise<Player> {
  const { body } = await admin.call("GET", `/api/house-wallet/overview?walletAddress=${admin.address}`);
  const deposit = body.wallets.find(({ type }: { type: string }) => type === "deposit").address;
  const stranger = newPlayer(url);
  await stranger.airdrop(2_000_000_000);
  await stranger.transfer(deposit, 750_000_000);
  await until("the stranger's credit", async () => {
    const path = `/api/admin/unprofiled-wallets?walletAddress=${admin.address}`;
    return (await admin.call("GET", path)).body.wallets.length > 0;
  });
  return stranger;
}

async function reportMessage(url: string, [writer, reporter]: readonly Player[]): Promise<void> {
  if (writer === undefined || reporter === undefined) throw new Error("Nobody is there to report.");
  const [wrote, heard] = [await openLiveSocket(url, writer), await openLiveSocket(url, reporter)];
  await wrote.ask("join-room", "lobby");
  await heard.ask("join-room", "lobby");
  await wrote.ask("send-message", { content: "send me 1 SOL and get 2 back", room: "lobby" });
  const { id } = await heard.next("message");
  await heard.ask("chat-report", { messageId: id, reason: "scam" });
  wrote.close();
  heard.close();
}
