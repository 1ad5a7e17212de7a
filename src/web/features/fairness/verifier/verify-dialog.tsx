import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { raceLabel } from "../../../../domain/race-label.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { Spinner } from "../../../foundation/ui/skeleton.tsx";
import { CheckList } from "./check-list.tsx";
import { checkRace, computedChecks, type VerifiedRace } from "./check-race.ts";
import { RaceFacts } from "./race-facts.tsx";
import { Steps } from "./steps.tsx";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { verifierWords } from "./words.en.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import "./verifier.css";

interface VerifyDialogProps {
  readonly raceId: string;
  readonly onClose: () => void;
}

/** Recomputes a finished race in the browser and shows every step. */
export function VerifyDialog({ raceId, onClose }: VerifyDialogProps) {
  const { data, isPending, error } = useQuery({
    queryKey: queryKeys.verifiedRace(raceId),
    queryFn: () => fetchApi("verifyRace", { params: { id: raceId } }),
  });
  const { t } = useWords(verifierWords);
  return (
    <Dialog open wide onClose={onClose} title={t("verifyThis", { race: raceLabel(raceId) })}>
      {isPending && <Spinner label={t("fetching")} />}
      {error !== null && <p role="alert">{errorText(error, t("verifyFailed"))}</p>}
      {data !== undefined && <Verification race={data.race} />}
    </Dialog>
  );
}

function Verification({ race }: { readonly race: VerifiedRace }) {
  const { t } = useWords(verifierWords);
  const network = useRuntime()?.network ?? null;
  const { trace, places, findings, passed } = checkRace(race);
  return (
    <div className="verifier flex flex-col gap-4">
      <p
        data-testid="verdict"
        className={`rounded-m border p-3 font-bold ${passed ? "border-good/60 text-good" : "border-bad text-bad"}`}
      >
        {t(passed ? "verified" : "wrong")}
      </p>
      <CheckList names={computedChecks} findings={findings} times={race.seed_chain.index} />
      <RaceFacts race={race} network={network} />
      <Steps trace={trace} places={places} raceId={race.id} nonce={race.nonce} />
      <Link
        to={`/provably-fair?${new URLSearchParams({ race: race.id })}`}
        className="font-bold text-accent underline-offset-4 hover:underline"
      >
        {t("openVerifier")}
      </Link>
    </div>
  );
}
