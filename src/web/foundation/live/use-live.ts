import { useEffect } from "react";
import { isTransient } from "../../../contract/notifications/transient.ts";
import type { SocketEventName, SocketEventPayload } from "../../../contract/wire/socket-events.ts";
import { callApi, fetchApi } from "../lib/api.ts";
import { closeDialog, useDialogs } from "../lib/dialogs.ts";
import { isOwnSession, usePlayer } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import { haveClocksParted, syncServerClock } from "../lib/server-clock.ts";
import { followAccount } from "../lib/session.ts";
import { logSilentFailure } from "../lib/silent-failure.ts";
import { openSocket } from "../lib/socket.ts";
import { writeStored } from "../lib/storage.ts";
import { startWallets } from "../lib/wallet/wallet-store.ts";
import { clearBetSlip } from "./bet-slip.ts";
import { isDepositing } from "./own-deposit.ts";
import { dispatchRace } from "./race-store.ts";
import { feedRace, refetchRace, startRaceClock } from "./race-feed.ts";
import { markStaleAfter } from "./stale-queries.ts";
import { celebrateTitle, forgetUnlockedTitles } from "./unlocked-titles.ts";
import { adoptTheme, applyStoredTheme } from "../lib/theme.ts";
import { toast } from "../ui/toast.ts";
import { notificationText } from "../words/from-server.ts";

const CLOCK_CHECK_MS = 250;
const CHECKS_A_SYNC = 240;
/** Until an answer comes: the first request after a sleep often fails. */
const CHECKS_A_REPEAT = 4;

/** Everything that lives as long as the page: the socket, the clocks, the wallets, the theme. */
export function useLive(): void {
  useServerClock();
  useSocket();
  useWallets();
  useStoredName();
  useEffect(startRaceClock, []);
}

async function loadTheme(): Promise<void> {
  const answer = await callApi("getPublicTheme", {});
  if (answer.ok) return adoptTheme(answer.value.theme);
  logSilentFailure("Loading the theme", answer.code);
  applyStoredTheme();
}

function syncClock(): void {
  const ask = async () => (await fetchApi("getRuntime", {})).serverNow;
  syncServerClock(ask).catch((error: unknown) => logSilentFailure("Asking for the server's time", error));
}

/** Also when the page is shown again, and at once after the machine has slept (rule PAGE-4). */
function useServerClock(): void {
  useEffect(() => {
    let checks = CHECKS_A_REPEAT;
    const timer = setInterval(() => {
      checks += 1;
      if (checks < (haveClocksParted() ? CHECKS_A_REPEAT : CHECKS_A_SYNC)) return;
      checks = 0;
      syncClock();
    }, CLOCK_CHECK_MS);
    document.addEventListener("visibilitychange", syncClock);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", syncClock);
    };
  }, []);
}

function useWallets(): void {
  const isLocal = useRuntime()?.network === "localnet";
  useEffect(() => {
    const stop = followAccount(forgetAccount);
    startWallets();
    return stop;
  }, []);
  useEffect(() => {
    if (!isLocal) return;
    import("../lib/wallet/local-wallet.ts").then(
      ({ registerLocalWallet }) => registerLocalWallet(),
      (error: unknown) => logSilentFailure("Loading the local wallet", error),
    );
  }, [isLocal]);
}

/** The player's name is stored here and, in the wallet's store, their address, until the account goes (rule JOIN-4). */
function useStoredName(): void {
  const player = usePlayer();
  const username = player.kind === "player" ? player.user.username : null;
  useEffect(() => {
    if (username !== null) writeStored("username", username);
  }, [username]);
}

/** Removes everything of an account from the page when the account has gone. */
function forgetAccount(): void {
  dispatchRace({ type: "signed out" });
  clearBetSlip();
  forgetUnlockedTitles();
  const { open } = useDialogs.getState();
  if (open !== "connect" && open !== "help") closeDialog();
  writeStored("username", null);
  writeStored("referralLink", null);
  writeStored("playSession", null);
}

function useSocket(): void {
  const player = usePlayer();
  const isSettled = player.kind !== "connecting";
  const address = player.kind === "player" || player.kind === "newcomer" ? player.address : null;
  const username = player.kind === "player" ? player.user.username : "";
  useEffect(() => {
    if (!isSettled) return;
    return openSocket(address === null ? null : { walletAddress: address, username }, receive, catchUp);
  }, [isSettled, address, username]);
}

/** A new connection has missed whatever happened before it. */
function catchUp(): void {
  syncClock();
  void loadTheme();
  void refetchRace();
  markStaleAfter("connect");
}

function receive<Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>): void {
  feedRace(name, payload);
  const handler: ((payload: SocketEventPayload<Name>) => void) | undefined = handlers[name];
  handler?.(payload);
  markStaleAfter(name);
}

type Handlers = { readonly [Name in SocketEventName]?: (payload: SocketEventPayload<Name>) => void };

const handlers: Handlers = {
  "theme-update": ({ theme }) => adoptTheme(theme),
  "user-notification": ({ notification }) => {
    if (!isOwnSession()) return;
    void refetchRace();
    if (isTransient(notification)) return;
    if (notification.kind === "title_unlocked") {
      celebrateTitle(notification.params);
      return;
    }
    if (notification.kind === "deposit_received" && isDepositing()) return;
    const { title, body } = notificationText(notification);
    toast.plain(title, body);
  },
};
