import { Check, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { VectorResult } from "./run-vectors.ts";
import { verifierWords } from "./words.en.ts";

type Run =
  | { readonly state: "running" | "failed" }
  | { readonly state: "run"; readonly results: readonly VectorResult[] };

/** The published test vectors, run here on a press (rule FAIR-33). */
export function VectorsPanel() {
  const { t } = useWords(verifierWords);
  const [run, setRun] = useState<Run | null>(null);
  const start = async () => {
    setRun({ state: "running" });
    try {
      setRun({ state: "run", results: (await import("./run-vectors.ts")).runVectors() });
    } catch (error) {
      console.warn(error);
      setRun({ state: "failed" });
    }
  };
  return (
    <Panel heading={t("testVectors")}>
      <div className="flex flex-col items-start gap-3 p-4 pt-1">
        <p className="leading-relaxed text-muted">{t("testVectorsAbout")}</p>
        <Button disabled={run?.state === "running"} onClick={() => void start()}>
          {t("runVectors")}
        </Button>
        {run?.state === "failed" && (
          <p role="alert" className="text-bad">
            {t("verifyFailed")}
          </p>
        )}
        {run?.state === "run" && <Results results={run.results} />}
      </div>
    </Panel>
  );
}

function Results({ results }: { readonly results: readonly VectorResult[] }) {
  const { t } = useWords(verifierWords);
  const nameOf = (kind: VectorResult["kind"], race: string) => {
    switch (kind) {
      case "outcome":
        return t("vectorOutcome", { race });
      case "bet":
        return t("vectorBet", { race });
      case "lock":
        return t("vectorLock", { race });
      case "owed":
        return t("vectorOwed");
      case "chunks":
        return t("vectorChunks");
      case "chain":
        return t("vectorChain");
    }
  };
  const failed = results.filter(({ passed }) => !passed).length;
  const count = results.length;
  return (
    <>
      <output data-testid="vectors" className={failed === 0 ? "text-good" : "text-bad"}>
        {failed === 0 ? t("vectorsPassed", { count }) : t("vectorsFailed", { failed, count })}
      </output>
      <ul className="grid w-full grid-cols-2 gap-x-4 text-sm tablet:grid-cols-3">
        {results.map(({ kind, raceId, passed }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the vectors are fixed
          <li key={at} className="flex items-center gap-1.5 py-0.5">
            {passed ? (
              <Check aria-hidden size={15} className="text-good" />
            ) : (
              <X aria-hidden size={15} className="text-bad" />
            )}
            <span className="sr-only">{t(passed ? "stateChecked" : "differs")}</span>
            {nameOf(kind, raceId)}
          </li>
        ))}
      </ul>
    </>
  );
}
