import type { ReactNode } from "react";
import type { Network } from "../../../../domain/networks.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { CheckList, Verdict } from "./check-list.tsx";
import type { VerifiedRace } from "./check-race.ts";
import type { Finding } from "./finding.ts";
import { RaceFacts } from "./race-facts.tsx";
import { chainChecks } from "./read-chain.ts";
import { ownChecks, type CheckHouse, useFindings, type NodeToAsk } from "./use-findings.ts";
import { verifierWords } from "./words.en.ts";

interface RaceReportProps {
  readonly race: VerifiedRace;
  readonly node: NodeToAsk | null;
  readonly network: Network | null;
  /** Shown above the lines of the chain: which node is asked, or how to name one. */
  readonly aboutNode: ReactNode;
  readonly checkHouse?: CheckHouse;
}

/**
 * What was published about a race compared with what is recomputed and with the chain, line by line (rules FAIR-31 and
 * FAIR-32).
 */
export function RaceReport({ race, node, network, aboutNode, checkHouse }: RaceReportProps) {
  const { t } = useWords(verifierWords);
  const { findings, retry } = useFindings(race, node, checkHouse ?? null);
  // Without a node, a memo that the race does not name is shown all the same.
  const onChain = node === null ? chainChecks.filter((name) => findings[name] !== undefined) : chainChecks;
  const checkNames = [...ownChecks, ...onChain];
  const { index: times } = race.seed_chain;
  return (
    <Panel heading={t("verifyThis", { race: raceLabel(race.id) })} data-testid="report">
      <div className="flex flex-col gap-4 p-4 pt-1">
        <Verdict findings={checkNames.map((name): Finding => findings[name] ?? { state: "reading" })} />
        {race.settings["ledger"] === "play" && <p className="text-sm text-warn">{t("playMoney")}</p>}
        <section>
          <h3 className="text-base text-bright">{t("byComputing")}</h3>
          <CheckList names={ownChecks} findings={findings} times={times} />
        </section>
        <section className="flex flex-col gap-1">
          <h3 className="text-base text-bright">{t("byChain")}</h3>
          {aboutNode}
          {onChain.length > 0 && (
            <CheckList names={onChain} findings={findings} times={times} onRetry={retry} />
          )}
        </section>
        <section className="flex flex-col gap-2">
          <h3 className="text-base text-bright">{t("factsHeading")}</h3>
          <RaceFacts race={race} network={network} />
        </section>
      </div>
    </Panel>
  );
}
