import type { OwnBet } from "../../../contract/races/race-shape.ts";
import type { Player } from "../../foundation/lib/player.ts";
import type { Phase } from "../../foundation/live/race-phase.ts";
import type { BetStep } from "../../foundation/live/bet-slip.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import type { betWords } from "./words.en.ts";

type BetLanguage = TranslatorOf<typeof betWords>;

export interface BetButton {
  readonly label: string;
  /** What a press does; null when the button is disabled. */
  readonly action: "connect" | "create profile" | "ask again" | "bet" | "look again" | "go on" | null;
}

interface Situation {
  readonly player: Player;
  readonly phase: Phase["kind"];
  readonly step: BetStep | null;
  readonly yourBet: OwnBet | null;
  readonly maintenance: boolean;
}

/**
 * What the one button of the bet panel says and does; under maintenance it is disabled for all except admins.
 */
export function betButton(
  { player, phase, step, yourBet, maintenance }: Situation,
  { t, sol }: BetLanguage,
): BetButton {
  if (yourBet !== null) {
    const { bet_amount, horse_number } = yourBet;
    return { label: t("betPlacedOn", { amount: sol(bet_amount), number: horse_number }), action: null };
  }
  const onItsWay = step === null ? null : stepButton(step, t);
  if (onItsWay !== null) return onItsWay;
  if (maintenance && !mayBeAdmin(player)) return { label: t("disabledMaintenance"), action: null };
  switch (player.kind) {
    case "visitor":
      return { label: t("connectWallet"), action: "connect" };
    case "connecting":
      return { label: t("connecting"), action: null };
    case "unproven":
      return { label: t("signIn"), action: "connect" };
    case "unknown":
      return { label: t("tryAgain"), action: "ask again" };
    case "newcomer":
      return { label: t("createProfile"), action: "create profile" };
    case "player":
      return playerButton(phase, t);
  }
}

/** While a player is still connecting, this is unknown. */
const mayBeAdmin = (player: Player): boolean =>
  player.kind === "player" ? player.isAdmin : player.kind === "connecting" || player.kind === "unknown";

function playerButton(phase: Phase["kind"], t: BetLanguage["t"]): BetButton {
  if (phase === "waiting" || phase === "countdown") return { label: t("placeBet"), action: "bet" };
  return { label: t(phase === "opening" ? "openingSoon" : "bettingClosed"), action: null };
}

function stepButton(step: BetStep, t: BetLanguage["t"]): BetButton | null {
  switch (step.kind) {
    case "preparing":
      return { label: t("preparingNow"), action: null };
    case "signing":
      return step.goOn === undefined
        ? { label: t("signNow"), action: null }
        : { label: t("signAnyway"), action: "go on" };
    case "sent":
      return { label: t("sentNow"), action: null };
    case "unseen":
      return { label: t("lookAgain"), action: "look again" };
    case "in":
      return { label: t("betPlaced"), action: null };
    case "failed":
      return null;
  }
}
