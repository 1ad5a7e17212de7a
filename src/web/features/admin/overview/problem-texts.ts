import { raceLabel } from "../../../../domain/race-label.ts";
import type { Network } from "../../../../domain/networks.ts";
import type { TranslatorOf } from "../../../foundation/words/words.ts";
import { adminTabPath } from "../tab-path.ts";
import type { Problem } from "./overview.ts";
import type { overviewWords } from "./words.en.ts";

export interface ProblemTexts {
  /** What is wrong. */
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  readonly act:
    | { readonly kind: "go"; readonly label: string; readonly to: string }
    /** A setting that is on and should be switched off. */
    | {
        readonly kind: "switch off";
        readonly label: string;
        readonly settingKey: "site_maintenance_enabled" | "testing_mode_enabled";
        readonly question: string;
      }
    /** Nothing on the page would help. */
    | null;
}

/** Each problem by its code: what is wrong, what to do, and the button that does it, if any. */
export function problemTexts(
  { code, params }: Problem,
  words: TranslatorOf<typeof overviewWords>,
  network: Network | undefined,
): ProblemTexts {
  const { t, signedSol } = words;
  const { count = 0, amount: signed } = params;
  const difference = signed === undefined ? "–" : signedSol(signed);
  const amount = difference.replace(/^\+/, "");
  const go = (label: string, tab: string, query = "") =>
    ({ kind: "go", label, to: `${adminTabPath(tab)}${query}` }) as const;
  const toWallets = go(t("openWallets"), "wallets");
  // House Wallets lists the house's own payments, which Payouts does not.
  const toPending = params.isOwn ? toWallets : go(t("openPending"), "payouts", "?status=pending");
  const toSetting = (key: string) => go(t("openSetting"), "settings", `?setting=${key}`);
  switch (code) {
    case "PAYMENTS_HALTED":
      return {
        title: t("halted", { count }),
        advice: signed === 0n ? t("haltedAgreeing") : t("haltedAdvice", { amount: difference }),
        act: toWallets,
      };
    case "HOUSE_LOCKED":
      return {
        title: count === 0 ? t("houseLocked") : t("houseLockedWaiting", { count, amount }),
        advice: t("houseLockedAdvice"),
        act: go(t("unlockHouse"), "wallets"),
      };
    case "NO_LEADER":
      return { title: t("noLeader"), advice: t("noLeaderAdvice"), act: go(t("unlockHouse"), "wallets") };
    case "CHAIN_SILENT":
      return {
        title: t("chainSilent"),
        advice: t("chainSilentAdvice"),
        act: go(
          t("openRpc"),
          "settings",
          `?setting=${network === "mainnet-beta" ? "rpc_url_mainnet" : "rpc_url_devnet"}`,
        ),
      };
    case "RACE_STUCK":
      return {
        title: t("raceStuck", { race: raceLabel(params.raceId ?? "") }),
        advice: t("raceStuckAdvice"),
        act: go(t("openRace"), "races", `?race=${params.raceId ?? ""}`),
      };
    case "HOT_WALLET_SHORT":
      return { title: t("walletsShort", { amount }), advice: t("walletsShortAdvice"), act: toWallets };
    case "EQUITY_NEGATIVE":
      return { title: t("equityNegative", { amount }), advice: t("equityNegativeAdvice"), act: toWallets };
    case "BOOKS_DIFFER":
      return {
        title: t("booksDiffer", { amount: difference }),
        advice: t("booksDifferAdvice"),
        act: toWallets,
      };
    case "PAYMENTS_UNKNOWN":
      return {
        title: t("paymentsUnknown", { count, amount }),
        advice: t("paymentsUnknownAdvice"),
        act: toPending,
      };
    case "PAYMENTS_LATE":
      return {
        title: t("paymentsLate", { count }),
        advice: t("paymentsLateAdvice"),
        act: toPending,
      };
    case "PAYMENTS_FAILED":
      return {
        title: t("paymentsFailed", { count, amount }),
        advice: t("paymentsFailedAdvice"),
        act: go(t("openFailed"), "payouts", "?status=failed"),
      };
    case "MEMOS_FAILED":
      return {
        title: t("memosFailed", { count }),
        advice: t("memosFailedAdvice"),
        act: go(t("openProcess"), "wallets"),
      };
    case "NO_RACE":
      return { title: t("noRace"), advice: t("noRaceAdvice"), act: go(t("openRaces"), "races") };
    case "REDIS_SILENT":
      return { title: t("redisSilent"), advice: t("redisSilentAdvice"), act: null };
    case "MAINTENANCE_ON":
      return {
        title: t("maintenance"),
        advice: t("maintenanceAdvice"),
        act: {
          kind: "switch off",
          label: t("maintenanceOff"),
          settingKey: "site_maintenance_enabled",
          question: t("maintenanceQuestion"),
        },
      };
    case "TESTING_ON":
      return {
        title: t("testing"),
        advice: t("testingAdvice"),
        act: {
          kind: "switch off",
          label: t("testingOff"),
          settingKey: "testing_mode_enabled",
          question: t("testingQuestion"),
        },
      };
    case "JACKPOT_NOT_COVERED":
      return {
        title: t("jackpotShort", { amount }),
        advice: t("jackpotShortAdvice"),
        act: toSetting("jackpot_pool_amount"),
      };
    case "BONUS_REFILLING":
      return {
        title: t("bonusShort", { amount }),
        advice: t("bonusShortAdvice"),
        act: toSetting("superfecta_bonus_sol"),
      };
  }
}
