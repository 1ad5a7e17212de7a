import type { ReactNode } from "react";
import { useConnection } from "../../../foundation/lib/socket.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Part } from "../kit/tab-page.tsx";
import { spanText } from "../kit/time-span.ts";
import { kitWords } from "../kit/words.en.ts";
import type { Overview } from "./overview.ts";
import { overviewWords } from "./words.en.ts";

/** A slower answer is worth attention: a bet takes several of them. */
const SLOW_MS = 250;

/** What the game runs on. */
export function Health({ overview, now }: { readonly overview: Overview; readonly now: number }) {
  const { chain, databaseMs, reconciliation, house, hasLeader, paymentsHalted } = overview;
  const { t, whole, signedSol } = useWords(overviewWords);
  const inKit = useWords(kitWords);
  const isLive = useConnection((state) => state.status === "connected");
  const differs = reconciliation !== null && reconciliation.difference !== 0n;
  return (
    <Part heading={t("health")}>
      <dl>
        <Line
          name={t("chain")}
          tone={chain === null ? "bad" : "good"}
          value={chain === null ? t("silent") : t("slot", { slot: chain.slot.toString() })}
        />
        <Line
          name={t("database")}
          tone={databaseMs > SLOW_MS ? "warn" : "good"}
          value={t("milliseconds", { ms: whole(databaseMs) })}
        />
        <Line
          name={t("reconciliation")}
          tone={reconciliation === null ? "warn" : differs ? "bad" : "good"}
          value={
            reconciliation === null
              ? t("notCompared")
              : `${differs ? t("differs", { amount: signedSol(reconciliation.difference) }) : t("agrees")} · ${spanText(now - reconciliation.at.getTime(), inKit)}`
          }
        />
        <Line
          name={t("payments")}
          tone={paymentsHalted ? "bad" : "good"}
          value={t(paymentsHalted ? "paymentsHalted" : "paymentsRun")}
        />
        <Line
          name={t("wallets")}
          tone={house === "locked" ? "bad" : "good"}
          value={t(house === "locked" ? "locked" : "unlocked")}
        />
        <Line
          name={t("leader")}
          tone={hasLeader ? "good" : "bad"}
          value={t(hasLeader ? "leads" : "nobodyLeads")}
        />
        <Line
          name={t("live")}
          tone={isLive ? "good" : "warn"}
          value={t(isLive ? "connected" : "disconnected")}
        />
      </dl>
    </Part>
  );
}

const dots = { good: "bg-good", warn: "bg-warn", bad: "bg-bad" } as const;
const valueLooks = { good: "text-muted", warn: "text-warn font-bold", bad: "text-bad font-bold" } as const;

function Line({
  name,
  tone,
  value,
}: {
  readonly name: string;
  readonly tone: keyof typeof dots;
  readonly value: ReactNode;
}) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 border-t border-hair px-4 text-sm">
      <dt className="flex items-center gap-2.5">
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
        {name}
      </dt>
      <dd className={`ml-auto text-right text-xs ${valueLooks[tone]}`}>{value}</dd>
    </div>
  );
}
