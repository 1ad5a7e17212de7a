import { useState, type ReactNode } from "react";
import { raceOutcome, type RaceOutcome } from "../../../../domain/fairness.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
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
  /** What is wrong, as the text that says so. */
  | { readonly kind: "fillAll" | "noSeed" | "verifyFailed" };

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
    <Panel heading={t("verifyRace")} aside={t("byComputing")}>
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
              aria-invalid={name === "seed" && answer?.kind === "noSeed"}
              className="min-h-12 rounded-m border border-control bg-bg px-4 field-mono"
            />
            {name === "seed" && answer?.kind === "noSeed" && (
              <span role="alert" className="text-sm text-bad">
                {t("noSeed")}
              </span>
            )}
          </label>
        ))}
        <Button look="primary" type="submit">
          {inFairness.t("verify")}
        </Button>
        {(answer?.kind === "fillAll" || answer?.kind === "verifyFailed") && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-bad">
            {t(answer.kind)}
          </p>
        )}
      </form>
      {answer?.kind === "computed" && (
        <Steps {...answer.outcome} raceId={answer.inputs.race} nonce={answer.inputs.nonce} />
      )}
    </>
  );
}

/** Tools write the seed's digits in capitals too, or 0x before them; the outcome is that of the small ones (rule FAIR-35). */
function verify(typed: VerifierInputs): Answer {
  const seed = typed.seed.trim().toLowerCase().replace(/^0x/, "");
  const inputs = { seed, race: typed.race.trim(), nonce: typed.nonce.trim() };
  if (Object.values(inputs).includes("")) return { kind: "fillAll" };
  if (!/^[0-9a-f]{64}$/.test(seed)) return { kind: "noSeed" };
  try {
    return { kind: "computed", outcome: raceOutcome(inputs.seed, inputs.race, inputs.nonce), inputs };
  } catch (error) {
    console.warn(error);
    return { kind: "verifyFailed" };
  }
}
