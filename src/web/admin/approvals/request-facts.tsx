import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Approval } from "../../../contract/approvals/approvals.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import { liveWords } from "../../live/words.en.ts";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { prefixOf } from "../kit/bits.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { adminTabPath } from "../tab-path.ts";
import { approvalsWords } from "./words.en.ts";

/** The text that names each kind of request. */
export const kindTexts = {
  "manual-transfer": "manualTransfer",
  "hot-wallet-refill": "hotWalletRefill",
  balance: "balance",
  "special-race": "specialRace",
  "jackpot-setting": "jackpotSetting",
  "limit-setting": "limitSetting",
} as const satisfies Record<Approval["kind"], string>;

/** Exactly what was requested: for whom, and the values before and after. */
export function RequestFacts({ approval }: { readonly approval: Approval }) {
  const { t, sol, percent, whole } = useWords(approvalsWords);
  const inRace = useWords(liveWords);
  switch (approval.kind) {
    case "manual-transfer":
      return (
        <Fact name={t("to")}>
          <Who wallet={approval.request.playerWallet} />
        </Fact>
      );
    case "hot-wallet-refill":
      return <Fact name={t("move")}>{t("fromTreasury")}</Fact>;
    case "balance":
      return (
        <>
          <Fact name={t("player")}>
            <Who wallet={approval.request.walletAddress} />
          </Fact>
          <Fact name={t("balanceChange")}>
            <Change before={sol(approval.request.expectedBalance)} after={sol(approval.request.newBalance)} />
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
    case "jackpot-setting":
    case "limit-setting":
      return (
        <Fact name={t("setting")}>
          <SettingChange approval={approval} />
        </Fact>
      );
  }
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
