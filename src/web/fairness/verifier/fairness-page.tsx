import { useState, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import { traceOutcome, type FairnessTrace } from "../../../domain/fairness.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TraceTable } from "./trace-table.tsx";
import { useWords } from "../../words/use-words.ts";
import { fairnessWords } from "../words.en.ts";
import { verifierWords } from "./words.en.ts";

/** How the winner is found, and a form with which anyone can do it again. */
export function FairnessPage() {
  const { t } = useWords(verifierWords);
  return (
    <main className="flex min-w-0 flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
      <h1 className="text-2xl">{t("provablyFair")}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2">
        <Explanation />
        <Verifier />
      </div>
    </main>
  );
}

function Explanation() {
  const { t, rich } = useWords(verifierWords);
  return (
    <Panel heading={t("howFound")}>
      <div className="flex flex-col gap-4 p-4 leading-relaxed">
        <Term name={t("serverSeed")}>{t("seedExplained")}</Term>
        <Term name={t("raceId")}>{t("raceIdExplained")}</Term>
        <Term name={t("nonce")}>{t("nonceExplained")}</Term>
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-muted marker:text-accent">
          <li>{rich("stepJoin", { joined: <Code>seed:race:nonce</Code> })}</li>
          <li>{t("stepHash")}</li>
          <li>{t("stepSplit")}</li>
          <li>{t("stepTake")}</li>
          <li>{t("stepWinner")}</li>
          <li>{rich("stepAgain", { again: <Code>seed:race:nonce:1</Code> })}</li>
        </ol>
      </div>
    </Panel>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-xs">{children}</code>;
}

function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="text-base text-bright">{name}</h3>
      <p className="text-muted">{children}</p>
    </div>
  );
}

const fields = [
  { name: "seed", label: "serverSeed" },
  { name: "race", label: "raceId" },
  { name: "nonce", label: "nonce" },
] as const;

type Inputs = Readonly<Record<(typeof fields)[number]["name"], string>>;
type Answer = { readonly isComplete: true; readonly trace: FairnessTrace } | { readonly isComplete: false };

function Verifier() {
  const [search] = useSearchParams();
  const { t } = useWords(verifierWords);
  const inFairness = useWords(fairnessWords);
  const [inputs, setInputs] = useState<Inputs>(() => ({
    seed: search.get("seed") ?? "",
    race: search.get("race") ?? "",
    nonce: search.get("nonce") ?? "",
  }));
  const [answer, setAnswer] = useState<Answer | null>(() => (search.has("seed") ? verify(inputs) : null));

  return (
    <Panel heading={t("verifyRace")} aside={t("computedHere")}>
      <form
        noValidate
        className="flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          setAnswer(verify(inputs));
        }}
      >
        {fields.map(({ name, label }) => (
          <label key={name} className="flex flex-col gap-1">
            <span className="text-sm text-muted">{t(label)}</span>
            <input
              name={name}
              value={inputs[name]}
              onChange={(event) => setInputs({ ...inputs, [name]: event.target.value })}
              autoComplete="off"
              spellCheck={false}
              className="min-h-12 rounded-m border border-control bg-bg px-4 font-mono text-sm"
            />
          </label>
        ))}
        <Button look="primary" type="submit">
          {inFairness.t("verify")}
        </Button>
        {answer?.isComplete === false && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-bad">
            {t("fillAll")}
          </p>
        )}
        {answer?.isComplete === true && (
          <div aria-live="polite">
            <TraceTable trace={answer.trace} />
          </div>
        )}
      </form>
    </Panel>
  );
}

function verify({ seed, race, nonce }: Inputs): Answer {
  const [serverSeed, raceId, finalNonce] = [seed.trim(), race.trim(), nonce.trim()];
  if (serverSeed === "" || raceId === "" || finalNonce === "") return { isComplete: false };
  return { isComplete: true, trace: traceOutcome(serverSeed, raceId, finalNonce) };
}
