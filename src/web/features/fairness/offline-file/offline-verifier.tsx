import { useState } from "react";
import { languages } from "../../../../contract/wire/languages.ts";
import { BrandMark } from "../../../foundation/ui/brand-mark.tsx";
import { Button } from "../../../foundation/ui/button.tsx";
import { useLanguage, type Language } from "../../../foundation/words/language.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { VerifiedRace } from "../verifier/check-race.ts";
import { Explanation } from "../verifier/explanation.tsx";
import { RaceReport } from "../verifier/race-report.tsx";
import type { NodeToAsk } from "../verifier/use-findings.ts";
import { VectorsPanel } from "../verifier/vectors-panel.tsx";
import { VerifyForm } from "../verifier/verify-form.tsx";
import { isNodeUrl } from "../node-url.ts";
import { RaceData } from "./race-data.tsx";
import { offlineFileWords } from "./words.en.ts";

/**
 * Everything on the fairness page that needs no server, and the chain through a node that the visitor names (rule
 * FAIR-34).
 */
export function OfflineVerifier({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { t } = useWords(offlineFileWords);
  const [race, setRace] = useState<VerifiedRace | null>(null);
  const [node, setNode] = useState<NodeToAsk | null>(null);
  const given =
    race === null
      ? { seed: "", race: "", nonce: "" }
      : { seed: race.server_seed, race: race.id, nonce: race.nonce };
  return (
    <div className="verifier mx-auto max-w-[1440px]">
      <main className="flex min-w-0 flex-col gap-4 px-3 pt-4 pb-10 tablet:px-5">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <BrandMark />
          <h1 className="flex-1 text-xl">{t("title")}</h1>
          <LanguageChoice onLanguage={onLanguage} />
          <p className="w-full max-w-[72ch] leading-relaxed text-muted">{t("about")}</p>
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
          <VerifyForm given={given} source={<RaceData onRace={setRace} />} />
          <div className="flex flex-col gap-4">
            {race !== null && (
              <RaceReport race={race} node={node} network={null} aboutNode={<NodeForm onNode={setNode} />} />
            )}
            <VectorsPanel />
          </div>
        </div>
        <Explanation />
      </main>
    </div>
  );
}

function LanguageChoice({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { t } = useWords(offlineFileWords);
  const chosen = useLanguage(({ language }) => language);
  return (
    <fieldset aria-label={t("language")} className="flex gap-2">
      {languages.map(({ tag, name }) => (
        <Button key={tag} lang={tag} aria-pressed={tag === chosen} onClick={() => onLanguage(tag)}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

/** The node to ask, which is contacted only on a press. */
function NodeForm({ onNode }: { readonly onNode: (node: NodeToAsk | null) => void }) {
  const { t } = useWords(offlineFileWords);
  const [url, setUrl] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const isUsable = isNodeUrl(url.trim());
        setIsRefused(!isUsable);
        onNode(isUsable ? { url: url.trim(), genesisHash: null } : null);
      }}
    >
      <label className="flex flex-col gap-1">
        <span className="text-sm text-muted">{t("nodeUrl")}</span>
        <span className="flex flex-wrap gap-2">
          <input
            type="url"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            spellCheck={false}
            className="min-h-11 min-w-0 flex-1 basis-60 rounded-m border border-control bg-bg px-4 field-mono"
          />
          <Button type="submit">{t("askNode")}</Button>
        </span>
      </label>
      {isRefused ? (
        <p role="alert" className="text-sm text-bad">
          {t("badNode")}
        </p>
      ) : (
        <p className="text-xs text-muted">{t("nodeExplained")}</p>
      )}
    </form>
  );
}
