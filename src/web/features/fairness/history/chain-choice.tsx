import { useState } from "react";
import { rpcUrlOf, useRuntime } from "../../../foundation/lib/runtime.ts";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { isNodeUrl } from "../node-url.ts";
import type { ReadMemos } from "./checked-history.ts";
import type { ChosenNode } from "./messages.ts";
import { historyWords } from "./words.en.ts";

const choices = ["none", "site", "own"] as const;
type Choice = (typeof choices)[number];
const names = { none: "nodeNone", site: "nodeSite", own: "nodeOwn" } as const;

interface ChainChoiceProps {
  readonly chain: ReadMemos;
  readonly onNode: (node: ChosenNode | null) => void;
}

/** Which node is asked for what the records refer to on the chain; none at first (rule HISTORY-4). */
export function ChainChoice({ chain, onNode }: ChainChoiceProps) {
  const { t } = useWords(historyWords);
  const runtime = useRuntime();
  const [choice, setChoice] = useState<Choice>("none");
  const [url, setUrl] = useState("");
  const siteUrl = runtime === undefined ? null : rpcUrlOf(runtime);
  const genesisHash = runtime?.genesisHash ?? null;
  const choose = (chosen: Choice, own: string) => {
    setChoice(chosen);
    setUrl(own);
    const nodeUrl =
      chosen === "site" ? siteUrl : chosen === "own" && isNodeUrl(own.trim()) ? own.trim() : null;
    onNode(nodeUrl === null ? null : { url: new URL(nodeUrl, location.href).href, genesisHash });
  };
  const isBad = choice === "own" && url.trim() !== "" && !isNodeUrl(url.trim());
  return (
    <Panel heading={t("chain")}>
      <div className="flex flex-col gap-3 p-4 pt-1 text-sm">
        <p className="leading-relaxed text-muted">{t("chainAbout")}</p>
        <fieldset className="flex flex-col">
          <legend className="sr-only">{t("chain")}</legend>
          {choices.map((name) => (
            <label key={name} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="node"
                className="size-5 shrink-0 accent-accent"
                checked={choice === name}
                disabled={name === "site" && siteUrl === null}
                onChange={() => choose(name, url)}
              />
              <span>
                {t(name === "site" && siteUrl === null ? "nodeSiteNone" : names[name])}
                {name === "site" && siteUrl !== null && (
                  <code className="block font-mono text-xs break-all text-muted">{siteUrl}</code>
                )}
              </span>
            </label>
          ))}
        </fieldset>
        {choice === "own" && (
          <label className="flex flex-col gap-1">
            <span className="text-muted">{t("nodeUrl")}</span>
            <input
              type="url"
              value={url}
              onChange={(event) => choose("own", event.target.value)}
              spellCheck={false}
              autoComplete="off"
              className="min-h-11 min-w-0 rounded-m border border-control bg-bg px-4 field-mono"
            />
          </label>
        )}
        {isBad && (
          <p role="alert" className="text-bad">
            {t("badNode")}
          </p>
        )}
        {choice === "none" && <p className="leading-relaxed text-warn">{t("chainUnchecked")}</p>}
        <ReadSoFar chain={chain} />
      </div>
    </Panel>
  );
}

function ReadSoFar({ chain: { seq, memos, missing, walked } }: { readonly chain: ReadMemos }) {
  const { t } = useWords(historyWords);
  if (seq === 0) return null;
  return (
    <div data-testid="chain-read" className="flex flex-col gap-1 rounded-m border border-divider p-3">
      <p>{t("chainDone", { count: memos })}</p>
      {missing > 0 && <p className="text-warn">{t("chainMissing", { count: missing })}</p>}
      <p className="text-xs text-muted">{t("chainUpTo", { seq })}</p>
      {walked !== null && <WalkedSoFar walked={walked} />}
    </div>
  );
}

function WalkedSoFar({ walked }: { readonly walked: NonNullable<ReadMemos["walked"]> }) {
  const { t } = useWords(historyWords);
  const { anchors, lost, hidden, isAhead } = walked;
  const foreign = walked.foreign + walked.failed;
  return (
    <>
      <p>{t("walkAnchors", { count: anchors })}</p>
      {lost > 0 && <p className="font-bold text-bad">{t("walkLost", { count: lost })}</p>}
      {hidden > 0 && <p className="text-warn">{t("walkHidden", { count: hidden })}</p>}
      {isAhead && <p className="text-muted">{t("walkAhead")}</p>}
      {foreign > 0 && <p className="text-muted">{t("walkForeign", { count: foreign })}</p>}
    </>
  );
}
