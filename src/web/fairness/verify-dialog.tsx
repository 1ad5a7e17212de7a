import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Link } from "react-router";
import { raceLabel } from "../../domain/race-label.ts";
import { fetchApi } from "../lib/api.ts";
import { errorText } from "../lib/call-refused.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Spinner } from "../ui/skeleton.tsx";
import { checkRace, type VerifiedRace } from "./check-race.ts";
import { TraceTable } from "./trace-table.tsx";

interface VerifyDialogProps {
  readonly raceId: string;
  readonly onClose: () => void;
}

/** Recomputes a finished race here, in the browser, and shows every step. */
export function VerifyDialog({ raceId, onClose }: VerifyDialogProps) {
  const { data, isPending, error } = useQuery({
    queryKey: ["verified race", raceId],
    queryFn: () => fetchApi("verifyRace", { params: { id: raceId } }),
  });
  return (
    <Dialog open wide onClose={onClose} title={`Verify race ${raceLabel(raceId)}`}>
      {isPending && <Spinner label="Fetching the seed" />}
      {error !== null && <p role="alert">{errorText(error, "Error during verification")}</p>}
      {data !== undefined && <Verification race={data.race} />}
    </Dialog>
  );
}

function Verification({ race }: { readonly race: VerifiedRace }) {
  const { trace, checks, passed } = checkRace(race);
  const query = new URLSearchParams({ seed: race.server_seed, race: race.id, nonce: race.nonce });
  return (
    <div className="flex flex-col gap-4">
      <p
        data-testid="verdict"
        className={`rounded-m border p-3 font-bold ${passed ? "border-good/60 text-good" : "border-bad text-bad"}`}
      >
        {passed ? "Verified: computed in your browser, everything agrees." : "This race does not verify."}
      </p>
      <ul className="flex flex-col gap-2">
        {checks.map((check) => (
          <li key={check.name} className="flex gap-2 text-sm">
            {check.passed ? (
              <Check aria-hidden size={18} className="shrink-0 text-good" />
            ) : (
              <X aria-hidden size={18} className="shrink-0 text-bad" />
            )}
            <span>
              <span className="sr-only">{check.passed ? "Passed: " : "Failed: "}</span>
              <strong>{check.name}.</strong> <span className="text-muted">{check.detail}</span>
            </span>
          </li>
        ))}
      </ul>
      <Facts race={race} />
      <TraceTable trace={trace} />
      <Link
        to={`/provably-fair?${query}`}
        className="font-bold text-accent underline-offset-4 hover:underline"
      >
        Open in the verifier
      </Link>
    </div>
  );
}

function Facts({ race }: { readonly race: VerifiedRace }) {
  const facts = [
    ["Server seed", race.server_seed],
    ["Seed hash", race.server_seed_hash],
    ["Final nonce", race.nonce],
    ...(race.beacon === null
      ? []
      : [
          ["Beacon slot", `${race.beacon.slot ?? "–"} (announced ${race.beacon.announcedSlot})`],
          ["Beacon blockhash", race.beacon.blockhash ?? "–"],
        ]),
    ["Commitment on chain", race.anchors.commit ?? "–"],
    ["Result on chain", race.anchors.result ?? "on its way"],
    ["Place in the seed chain", String(race.seed_chain.index)],
  ] as const;
  return (
    <dl className="flex flex-col gap-2 rounded-m border border-divider bg-bg/60 p-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 tablet:grid-cols-[11rem_1fr]">
          <dt className="text-muted">{name}</dt>
          <dd className="font-mono text-xs break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
