import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import { parseSol } from "../../../../domain/sol-amount.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { prefixOf } from "../kit/bits.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { adminTabPath } from "../tab-path.ts";
import { approvalsWords } from "./words.en.ts";

/** The text that names each kind of request. */
export const kindTexts = {
  "manual-transfer": "manualTransfer",
  balance: "balance",
  "special-race": "specialRace",
  "jackpot-setting": "jackpotSetting",
  "limit-setting": "limitSetting",
  "node-setting": "nodeSetting",
  roles: "roles",
  referrer: "referrer",
  "bet-refund": "betRefund",
  "race-refund": "raceRefund",
} as const satisfies Record<Approval["kind"], string>;

/** Exactly what was requested: for whom, and the values before and after. */
export function RequestFacts({ approval }: { readonly approval: Approval }) {
  const { t, signedSol, percent, whole } = useWords(approvalsWords);
  const inRace = useWords(liveWords);
  switch (approval.kind) {
    case "manual-transfer":
      return (
        <Fact name={t("to")}>
          <Who wallet={approval.request.playerWallet} />
        </Fact>
      );
    case "balance":
      return (
        <>
          <Fact name={t("player")}>
            <Who wallet={approval.request.walletAddress} />
          </Fact>
          <Fact name={t("balanceChange")}>
            <b>{signedSol(approval.request.change)} SOL</b>
          </Fact>
        </>
      );
    case "special-race": {
      const { raceType, houseEdge, minBets, countdownSeconds } = approval.request;
      return (
        <Fact name={t("terms")}>
          {t("raceTerms", {
            type: inRace.t(raceType),
            edge: percent(houseEdge),
            bets: whole(minBets),
            seconds: whole(countdownSeconds),
          })}
        </Fact>
      );
    }
    case "roles":
      return (
        <>
          <Fact name={t("wallet")}>
            <Who wallet={approval.request.walletAddress} />
          </Fact>
          <Fact name={t("roleChanges")}>
            {roleTexts
              .filter(([role]) => approval.request[role] !== undefined)
              .map(([role, text]) => `${t(text)}: ${t(approval.request[role] === true ? "yes" : "no")}`)
              .join(", ")}
          </Fact>
        </>
      );
    case "referrer":
      return (
        <>
          <Fact name={t("player")}>
            <Who wallet={approval.request.walletAddress} />
          </Fact>
          <Fact name={t("newReferrer")}>{approval.request.referrer ?? t("noReferrer")}</Fact>
        </>
      );
    case "node-setting":
      return (
        <>
          <Fact name={approval.request.network}>
            <b className="break-all">{approval.request.settingValue}</b>
          </Fact>
          <Fact name={t("urlSha256")}>
            <span className="font-mono text-xs break-all">{approval.request.urlSha256}</span>
          </Fact>
        </>
      );
    case "bet-refund":
      return <Fact name={t("bet")}>{approval.request.betId}</Fact>;
    case "race-refund":
      return <Fact name={t("race")}>{approval.request.raceId}</Fact>;
    case "jackpot-setting":
    case "limit-setting":
      return (
        <Fact name={t("setting")}>
          <SettingChange approval={approval} />
        </Fact>
      );
  }
}

const roleTexts = [
  ["isAdmin", "roleAdmin"],
  ["isStreamer", "roleStreamer"],
  ["isPartner", "rolePartner"],
] as const;

const causeTexts = {
  sum: "causeSum",
  appointment: "causeAppointment",
  limit: "causeLimit",
  node: "causeNode",
  referrers: "causeReferrers",
  "own-wallet": "causeOwnWallet",
  refunds: "causeRefunds",
} as const satisfies Record<Approval["cause"], string>;

/** Why it needs another admin: what the requester had moved before, or the rule. */
export function CauseFact({ approval }: { readonly approval: Approval }) {
  const { t, sol } = useWords(approvalsWords);
  const { cause, moved_before: moved, sum_limit: limit } = approval;
  return <Fact name={t("cause")}>{t(causeTexts[cause], { moved: sol(moved), limit: sol(limit) })}</Fact>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Change({ before, after }: { readonly before: string; readonly after: string }) {
  const { t } = useWords(approvalsWords);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span className="text-muted">{before}</span>
      <ArrowRight aria-hidden size={14} className="text-muted" />
      <span className="sr-only">{t("becomes")}</span>
      <b>{after} SOL</b>
    </span>
  );
}

type OfSetting = Extract<Approval, { kind: "jackpot-setting" | "limit-setting" }>;
const settingKeys = {
  "jackpot-setting": "jackpot_pool_amount",
  "limit-setting": "second_admin_above_sol",
} as const;

/** While the request waits, the current setting next to the requested one; afterwards only what was requested. */
function SettingChange({ approval: { kind, request, status } }: { readonly approval: OfSetting }) {
  const { sol } = useWords(approvalsWords);
  const walletAddress = useAdminAddress();
  const isWaiting = status === "waiting";
  const { data } = useAnswer("listSettings", { query: { walletAddress } }, { enabled: isWaiting });
  const inSol = (text: string) => {
    const amount = parseSol(text);
    return amount.ok ? sol(amount.value) : text;
  };
  const now = data?.settings.find(({ setting_key: key }) => key === settingKeys[kind]);
  const after = inSol(request.settingValue);
  if (!isWaiting || now === undefined) return <b>{after} SOL</b>;
  return <Change before={inSol(now.setting_value)} after={after} />;
}

/** An account, with a link to it. */
export function Who({ wallet }: { readonly wallet: string }) {
  return (
    <Link
      to={`${adminTabPath("users")}?wallet=${wallet}`}
      title={wallet}
      className="relative z-1 inline-flex min-h-6 items-center font-mono text-xs underline underline-offset-4"
    >
      {prefixOf(wallet)}
    </Link>
  );
}
