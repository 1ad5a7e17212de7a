import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { traceOutcome, type FairnessTrace } from "../../domain/fairness.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/panel.tsx";
import { TraceTable } from "./trace-table.tsx";

/** How the winner is found, and a form with which anyone can do it again. */
export function FairnessPage() {
  return (
    <main className="mx-auto flex max-w-5xl min-w-0 flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
      <h1 className="text-2xl">Provably Fair</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2">
        <Explanation />
        <Verifier />
      </div>
    </main>
  );
}

function Explanation() {
  return (
    <Panel heading="How a winner is found">
      <div className="flex flex-col gap-4 p-4 leading-relaxed">
        <Term name="Server seed">
          64 hex characters that we draw long before the race. Its SHA-256 is shown before the first bet and
          written on chain, so it cannot be changed; the seed itself is revealed after the race.
        </Term>
        <Term name="Race ID">Makes every race different, even with the same seed.</Term>
        <Term name="Nonce">
          A number shown before the race. When betting has closed, the hash of the next block on Solana is
          added to it: nobody, we included, can know the winner while betting is open.
        </Term>
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-muted marker:text-accent">
          <li>
            Join the three: <code className="font-mono text-xs">seed:race:nonce</code>.
          </li>
          <li>Hash the text with SHA-256: 64 hex characters.</li>
          <li>Split the hash into eight chunks of eight characters, each a 32-bit value.</li>
          <li>
            Take the first value below 4294967292, the largest multiple of 6 that fits: every horse is as
            likely.
          </li>
          <li>The winner is that value modulo 6, plus 1.</li>
          <li>
            Should no chunk do, hash <code className="font-mono text-xs">seed:race:nonce:1</code>, then :2, up
            to :1000; after that the first chunk counts.
          </li>
        </ol>
      </div>
    </Panel>
  );
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
  { name: "seed", label: "Server seed" },
  { name: "race", label: "Race ID" },
  { name: "nonce", label: "Nonce" },
] as const;

type Inputs = Readonly<Record<(typeof fields)[number]["name"], string>>;
type Answer = { readonly trace: FairnessTrace } | { readonly complaint: string };

function Verifier() {
  const [search] = useSearchParams();
  const [inputs, setInputs] = useState<Inputs>(() => ({
    seed: search.get("seed") ?? "",
    race: search.get("race") ?? "",
    nonce: search.get("nonce") ?? "",
  }));
  const [answer, setAnswer] = useState<Answer | null>(() => (search.has("seed") ? verify(inputs) : null));

  return (
    <Panel heading="Verify a race" aside="Computed in your browser">
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
            <span className="text-sm text-muted">{label}</span>
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
          Verify
        </Button>
        {answer !== null && "complaint" in answer && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-bad">
            {answer.complaint}
          </p>
        )}
        {answer !== null && "trace" in answer && (
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
  if (serverSeed === "" || raceId === "" || finalNonce === "")
    return { complaint: "Please fill in all fields" };
  return { trace: traceOutcome(serverSeed, raceId, finalNonce) };
}
