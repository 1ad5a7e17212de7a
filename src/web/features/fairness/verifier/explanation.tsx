import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Diagram } from "./diagram.tsx";
import { verifierWords } from "./words.en.ts";

const stages = [
  ["firstSeed", "firstSeedExplained"],
  ["stageBetting", "stageBettingExplained"],
  ["stageClose", "stageCloseExplained"],
  ["stageOutcome", "stageOutcomeExplained"],
  ["stageReveal", "stageRevealExplained"],
] as const;

/** The protocol in plain words, stage by stage, under its drawing (rule FAIR-33). */
export function Explanation() {
  const { t } = useWords(verifierWords);
  return (
    <Panel heading={t("howFound")}>
      <div className="flex flex-col gap-5 p-4 pt-2">
        <Diagram />
        <ol className="grid gap-x-5 gap-y-4 tablet:grid-cols-2 wide:grid-cols-5">
          {stages.map(([name, explained], at) => (
            <li key={name} className="flex flex-col gap-1">
              <h3 className="text-lg text-bright">
                <span className="text-accent">{at + 1}</span> {t(name)}
              </h3>
              <p className="leading-relaxed text-muted">{t(explained)}</p>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
