import { useState, type ReactNode } from "react";
import { raceOutcome, type RaceOutcome } from "../../../domain/fairness.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useWords } from "../../words/use-words.ts";
import { fairnessWords } from "../words.en.ts";
import { Steps } from "./steps.tsx";
import { verifierWords } from "./words.en.ts";

const fields = [
  { name: "seed", label: "serverSeed" },
  { name: "race", label: "raceId" },
  { name: "nonce", label: "nonce" },
] as const;

type VerifierInputs = Readonly<Record<(typeof fields)[number]["name"], string>>;

/** The result of a press on Verify. */
type Answer =
  | { readonly kind: "computed"; readonly outcome: RaceOutcome; readonly inputs: VerifierInputs }
  | { readonly kind: "incomplete" }
  | { readonly kind: "failed" };

interface VerifyFormProps {
  /** The initial contents of the fields; computed at once when they are complete. */
  readonly given: VerifierInputs;
  /** Where a race's data can come from, above the fields. */
  readonly source: ReactNode;
}

/** The verifier: three fields, and every step from them to the finishing order. */
export function VerifyForm({ given, source }: VerifyFormProps) {
  const { t } = useWords(verifierWords);
  return (
    <Panel heading={t("verifyRace")} aside={t("computedHere")}>
      <div className="flex flex-col gap-4 p-4 pt-1">
        {source}
        <Fields key={JSON.stringify(given)} given={given} />
      </div>
    </Panel>
  );
}

function Fields({ given }: Pick<VerifyFormProps, "given">) {
  const { t } = useWords(verifierWords);
  const inFairness = useWords(fairnessWords);
  const [inputs, setInputs] = useState(given);
  const [answer, setAnswer] = useState<Answer | null>(() => (given.seed === "" ? null : verify(given)));
  return (
    <>
      <form
        noValidate
        className="flex flex-col gap-3"
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
        {answer !== null && answer.kind !== "computed" && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-bad">
            {t(answer.kind === "incomplete" ? "fillAll" : "verifyFailed")}
          </p>
        )}
      </form>
      {answer?.kind === "computed" && (
        <Steps {...answer.outcome} raceId={answer.inputs.race} nonce={answer.inputs.nonce} />
      )}
    </>
  );
}

function verify(typed: VerifierInputs): Answer {
  const inputs = { seed: typed.seed.trim(), race: typed.race.trim(), nonce: typed.nonce.trim() };
  if (Object.values(inputs).includes("")) return { kind: "incomplete" };
  try {
    return { kind: "computed", outcome: raceOutcome(inputs.seed, inputs.race, inputs.nonce), inputs };
  } catch (error) {
    console.warn(error);
    return { kind: "failed" };
  }
}
