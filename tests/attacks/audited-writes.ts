import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Endpoint } from "../../src/contract/wire/endpoint.ts";
import { clientEvents } from "../../src/contract/wire/socket-events.ts";
import type { Answer, BrowserSession, Json } from "../support/browser-session.ts";
import { openLiveSocket } from "../support/live-socket.ts";
import { pngOf } from "../support/pictures.ts";
import type { Player } from "../support/player.ts";
import { until } from "../support/until.ts";
import { signApproval } from "../support/sign-approval.ts";
import { dataFile, type Fixture } from "./fixture.ts";

/** Calls that admins and moderators may make, and that leave a row. */
const writes = Object.entries<Endpoint>(api)
  .filter(([, { method, access }]) => method !== "GET" && access !== "public" && access !== "player")
  .map(([name]) => name);

/** Socket events of the same kind. */
const writingEvents = Object.entries<{ readonly access: string }>(clientEvents)
  .filter(([, { access }]) => access === "moderator" || access === "admin")
  .map(([name]) => name);

/** Calls that are not GET and yet leave no row here. */
const rowless = {
  getReferralProfile: "only reads",
  initializeHouse: "was done by the first start, which left a row of the system",
  restoreHouseWallets:
    "is refused where there are wallets; its row is looked at where a new house takes them",
  resumePayments: "is refused while nothing is halted; its row is looked at with the books that differ",
};

/** An admin who does something that nobody can see afterwards: every write is called and looked up in the audit log. */
export function auditedWriteAttacks(fixture: () => Fixture) {
  let admin: BrowserSession;
  let second: BrowserSession;
  let player: Player;
  let masterPassword: string;
  beforeAll(async () => {
    masterPassword = dataFile(fixture(), "house-password").toString().trim();
    [admin, second] = [await newAdmin(), await newAdmin()];
    player = await fixture().newPlayer();
  });
  afterAll(async () => {
    await fixture().set("theme", "main-prime");
    // Lets the payments and retries finish before other chapters compare everybody's holdings.
    await until("all payments to end", async () => {
      const [open] = await fixture().query(
        `select count(*)::int as count from payments where status not in ('completed', 'failed', 'cancelled')`,
      );
      return open?.count === 0;
    });
    await fixture().booksAgree();
  });

  async function newAdmin(): Promise<BrowserSession> {
    const browser = fixture().visitor();
    await browser.signIn();
    await browser.call("POST", "/api/local/admin", { body: { adminWallet: browser.address } });
    for (const purpose of ["house-money", "balances", "admins", "house-wallets"])
      expect((await browser.stepUp(purpose)).status).toBe(200);
    return browser;
  }
  const as = (who: BrowserSession, method: string, path: string, body: Json = {}): Promise<Answer> =>
    who.call(method, `/api/${path}`, {
      body: { adminWallet: who.address, idempotencyKey: newKey(), ...body },
    });
  // What each of these calls does has to be stored with its key.
  const newKey = () => randomBytes(16).toString("hex");
  const post = (path: string, body: Json = {}) => as(admin, "POST", `admin/${path}`, body);
  const aboutPlayer = (path: string, body: Json = {}) =>
    post(path, { walletAddress: player.address, ...body });
  const remove = (path: string) =>
    admin.call("DELETE", `/api/admin/${path}?walletAddress=${admin.address}`, {
      headers: { "idempotency-key": newKey() },
    });
  /** The server checks one password a second, and ten a minute. */
  const withPassword = (path: string, body: Json = {}) =>
    until(
      "the password to be looked at",
      async () => {
        const answer = await as(admin, "POST", `house-wallet/${path}`, { masterPassword, ...body });
        return answer.status !== 429 && answer;
      },
      { patienceMs: 90_000 },
    );
  const rowsSince = (id: number) =>
    fixture().query("select actor from audit_log where id > $1 order by id", [id]);
  const newestRow = async (): Promise<number> =>
    Number((await fixture().query("select coalesce(max(id), 0) as id from audit_log"))[0]?.id);

  const specialRace = (who: BrowserSession, jackpotAmount: number) => {
    const terms = { raceType: "classic", houseEdge: 0, minBets: 6, countdownSeconds: 3_600 };
    return as(who, "POST", "admin/special-race", { ...terms, jackpotAmount });
  };
  /** Requests more than one admin may give alone. */
  const waitingRequest = async (): Promise<Json> => (await specialRace(second, 11)).body.approval;
  async function reportedMessage(): Promise<string> {
    const speaker = await fixture().newPlayer();
    const [author, reporter] = [
      await openLiveSocket(fixture().url, speaker),
      await openLiveSocket(fixture().url, player),
    ];
    for (const live of [author, reporter]) await live.ask("join-room", "lobby");
    await author.ask("send-message", { content: "send me 1 SOL and get 2", room: "lobby" });
    const [said] = await fixture().query("select id from chat_messages where wallet = $1", [speaker.address]);
    await reporter.ask("chat-report", { messageId: `m${said?.id}`, reason: "spam" });
    for (const live of [author, reporter]) live.close();
    return `m${said?.id}`;
  }
  async function placedBet(): Promise<{ readonly raceId: string; readonly betId: string }> {
    const race = await fixture().openRace();
    const { betId } = await player.bet(race.id, race.horses[0]!.id, 0.1);
    return { raceId: race.id, betId };
  }

  it("LIMITS-8 every write of an admin leaves a row that names the admin", async () => {
    const started = await fixture().query("select distinct action from audit_log where actor = 'system'");
    expect(started.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["server.start", "house.initialize", "house.unlock"]),
    );

    const referrer = await fixture().newPlayer();
    const bet = await placedBet();
    const dataUrl = `data:image/png;base64,${(await pngOf({ width: 30, height: 20 })).toString("base64")}`;
    const kept: Record<string, string> = {};
    /** Stores the id of what the call created, for later calls. */
    const making = (name: string, field: string, answer: Answer): Answer => {
      kept[name] = answer.body[field]?.id;
      return answer;
    };

    const acts: Readonly<Record<string, () => Promise<Answer>>> = {
      updateSetting: () => post("settings", { settingKey: "theme", settingValue: "solana-future" }),
      setUsername: () => aboutPlayer("user/username", { newUsername: "walked-over" }),
      setReferrer: () => aboutPlayer("user/referrer", { referrer: referrer.address }),
      setBalance: () => aboutPlayer("balance", { expectedBalance: 0, newBalance: 1, reason: "a walk" }),
      muteUser: () => aboutPlayer("mute", { duration: 1 }),
      unmuteUser: () => aboutPlayer("unmute"),
      banUser: () => aboutPlayer("ban", { duration: 1 }),
      unbanUser: () => aboutPlayer("unban"),
      chatUnbanUser: async () => {
        const live = await openLiveSocket(fixture().url, admin);
        await live.ask("chat-moderate:ban", { targetWallet: player.address, durationHours: 1 });
        live.close();
        return aboutPlayer("chat-unban");
      },
      setChatModerator: () => aboutPlayer("chat/moderator-set", { isModerator: true }),
      setRoles: () => aboutPlayer("user/roles", { isPartner: true }),
      resolveChatReport: async () => {
        const messageId = await reportedMessage();
        return as(admin, "POST", `chat/reports/${messageId}/resolve`, { resolution: "dismissed" });
      },
      saveHorse: async () =>
        making("horse", "horse", await post("horses", { name: "Walked", color: "#123456", lane: null })),
      archiveHorse: () => as(admin, "PATCH", `admin/horses/${kept["horse"]}`, { archived: true }),
      deleteHorse: () => remove(`horses/${kept["horse"]}`),
      createSpecialRace: async () => {
        making("before", "specialRace", await specialRace(admin, 0.01));
        return making("special", "specialRace", await specialRace(admin, 0.01));
      },
      orderSpecialRaces: () => post("special-race/order", { ids: [kept["special"], kept["before"]] }),
      cancelSpecialRace: async () => {
        await remove(`special-race/${kept["before"]}`);
        return remove(`special-race/${kept["special"]}`);
      },
      // Not earlier: the next race to open would be the queued special one.
      refundBet: () => post("refund-bet", { betId: bet.betId, reason: "a walk" }),
      refundRace: () => post("refund-race", { raceId: bet.raceId, reason: "a walk" }),
      approveRequest: async () => {
        const approval = await waitingRequest();
        const signature = signApproval(approval, admin.wallet);
        return as(admin, "POST", `admin/approvals/${approval.id}/approve`, { signature });
      },
      rejectRequest: async () => as(admin, "POST", `admin/approvals/${(await waitingRequest()).id}/reject`),
      lockHouse: () => as(admin, "POST", "house-wallet/lock"),
      retryPayout: async () => {
        // A payment that waits while the house is locked is still there to be retried.
        const { body } = await player.call("POST", "/api/wallet/withdraw", { body: { amount: 0.5 } });
        return post(`payouts/${body.withdrawal.id}/retry`);
      },
      unlockHouse: () => withPassword("unlock"),
      processWithdrawals: () => withPassword("process-withdrawals"),
      createEmoteGroup: async () =>
        making("group", "group", await post("emote-groups", { name: "walked", scope: "partner" })),
      setEmoteGroupActive: () => as(admin, "PATCH", `admin/emote-groups/${kept["group"]}`, { active: false }),
      assignEmoteGroup: () => aboutPlayer("emote-groups/assign", { groupId: kept["group"], enabled: true }),
      unassignEmoteGroup: () => aboutPlayer("emote-groups/unassign", { groupId: kept["group"] }),
      uploadEmote: async () => {
        const file = { groupId: kept["group"], shortcode: "walked", fileName: "a.png", dataUrl };
        return making("emote", "emote", await post("emotes/upload", file));
      },
      bumpEmote: () => post(`emotes/${kept["emote"]}/bump`),
      deleteEmote: () => remove(`emotes/${kept["emote"]}`),
      deleteEmoteGroup: () => remove(`emote-groups/${kept["group"]}`),
      createTitle: async () =>
        making("title", "title", await post("titles", { name: "Walked", slug: "walked" })),
      assignTitle: () => aboutPlayer("titles/assign", { titleId: kept["title"] }),
      unassignTitle: () => aboutPlayer("titles/unassign", { titleId: kept["title"] }),
      deleteTitle: () => remove(`titles/${kept["title"]}`),
      createAnnouncement: async () =>
        making(
          "news",
          "announcement",
          await post("announcements", { title: "Walked", body: "", segment: "partners" }),
        ),
      changeAnnouncement: () => as(admin, "PATCH", `admin/announcements/${kept["news"]}`, { active: false }),
      deleteAnnouncement: () => remove(`announcements/${kept["news"]}`),
      addPrivateKeys: async () => {
        const answer = await withPassword("add-private-keys", { batchSize: 1, kind: "treasury" });
        kept["wallet"] = answer.body.wallets?.at(-1)?.address;
        return answer;
      },
      retireHouseWallet: () => withPassword("retire", { address: kept["wallet"] }),
      exportHouseWallets: () => withPassword("export"),
      sweepHouse: () => withPassword("sweep"),
      refillHotWallet: () => withPassword("refill", { amount: 0.01, reason: "a walk" }),
      transferManually: () =>
        withPassword("manual-transfer", { playerWallet: player.address, amount: 0.01, reason: "a walk" }),
      changeMasterPassword: () =>
        withPassword("change-password", { newPassword: masterPassword, confirmPassword: masterPassword }),
    };
    expect([...Object.keys(acts), ...Object.keys(rowless)].toSorted()).toEqual(writes.toSorted());

    for (const [name, act] of Object.entries(acts)) {
      const before = await newestRow();
      const answer = await act();
      expect([name, answer.status, answer.status < 300 ? "" : answer.text]).toEqual([
        name,
        answer.status,
        "",
      ]);
      const rows = await rowsSince(before);
      expect([name, rows.filter(({ actor }) => actor === admin.address)]).not.toEqual([name, []]);
    }
  }, 240_000);

  it("LIMITS-8 every socket event by which an admin changes something leaves a row that names the admin", async () => {
    // Setting the theme that there is would leave no row.
    await fixture().set("theme", "solana-future");
    const live = await openLiveSocket(fixture().url, admin);
    const speaker = await fixture().newPlayer();
    const voice = await openLiveSocket(fixture().url, speaker);
    await voice.ask("join-room", "lobby");
    let walks = 0;
    const messageId = async () => {
      walks += 1;
      const said = { content: `a walk ${walks}`, room: "lobby" };
      // Slow mode lets a player say something every few seconds.
      await until("it to be said", async () => (await voice.ask("send-message", said)).success === true);
      const [newest] = await fixture().query(
        "select max(id) as id from chat_messages where wallet = $1 and deleted_at is null",
        [speaker.address],
      );
      return `m${newest?.id}`;
    };
    const targetWallet = speaker.address;
    const acts: Readonly<Record<string, () => Promise<Json>>> = {
      "change-theme": () => live.ask("change-theme", { theme: "main-prime" }),
      "chat-moderate:delete-message": async () =>
        live.ask("chat-moderate:delete-message", { messageId: await messageId() }),
      "chat-moderate:delete-last-messages-of-user": async () => {
        await messageId();
        return live.ask("chat-moderate:delete-last-messages-of-user", { targetWallet, count: 5 });
      },
      "chat-moderate:mute": () => live.ask("chat-moderate:mute", { targetWallet, durationMinutes: 10 }),
      "chat-moderate:ban": () => live.ask("chat-moderate:ban", { targetWallet, durationHours: 1 }),
    };
    expect(Object.keys(acts).toSorted()).toEqual(writingEvents.toSorted());
    for (const [name, act] of Object.entries(acts)) {
      const before = await newestRow();
      expect([name, await act()]).toEqual([name, expect.objectContaining({ success: true })]);
      const rows = await rowsSince(before);
      expect([name, rows.filter(({ actor }) => actor === admin.address)]).not.toEqual([name, []]);
    }
    for (const socket of [live, voice]) socket.close();
  });
}
