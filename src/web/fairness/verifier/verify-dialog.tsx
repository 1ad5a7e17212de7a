import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Link } from "wouter";
import { raceLabel } from "../../../domain/race-label.ts";
import { fetchApi } from "../../lib/api.ts";
import { errorText } from "../../lib/call-refused.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/skeleton.tsx";
import { checkRace, type RaceCheck, type VerifiedRace } from "./check-race.ts";
import { TraceTable } from "./trace-table.tsx";
import { useWords } from "../../words/use-words.ts";
import type { TranslatorOf } from "../../words/words.ts";
import { fairnessWords } from "../words.en.ts";
import { verifierWords } from "./words.en.ts";
import { queryKeys } from "../../lib/query-keys.ts";

interface VerifyDialogProps {
  readonly raceId: string;
  readonly onClose: () => void;
}

/** Recomputes a finished race here, in the browser, and shows every step. */
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
  const { trace, checks, passed } = checkRace(race);
  const { t } = useWords(verifierWords);
  const query = new URLSearchParams({ seed: race.server_seed, race: race.id, nonce: race.nonce });
  return (
    <div className="flex flex-col gap-4">
      <p
        data-testid="verdict"
        className={`rounded-m border p-3 font-bold ${passed ? "border-good/60 text-good" : "border-bad text-bad"}`}
      >
        {t(passed ? "verified" : "wrong")}
      </p>
      <ul className="flex flex-col gap-2">
        {checks.map((check) => (
          <li key={check.kind} className="flex gap-2 text-sm">
            {check.passed ? (
              <Check aria-hidden size={18} className="shrink-0 text-good" />
            ) : (
              <X aria-hidden size={18} className="shrink-0 text-bad" />
            )}
            <span>
              <span className="sr-only">{t(check.passed ? "checkPassed" : "checkFailed")}</span>
              <strong>{t(checkNames[check.kind])}.</strong>{" "}
              <span className="text-muted">{detailOf(check, t)}</span>
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
        {t("openVerifier")}
      </Link>
    </div>
  );
}

const checkNames = {
  seed: "seedName",
  beacon: "beaconName",
  winner: "winnerName",
  places: "placesName",
} as const;

function detailOf(check: RaceCheck["checks"][number], t: TranslatorOf<typeof verifierWords>["t"]): string {
  switch (check.kind) {
    case "seed":
      return t("seedDetail");
    case "beacon":
      return t("beaconDetail", { slot: check.slot });
    case "winner":
      return t("winnerDetail", { computed: check.computed, declared: check.declared });
    case "places":
      return t("placesDetail", { order: check.order });
  }
}

function Facts({ race }: { readonly race: VerifiedRace }) {
  const { t } = useWords(verifierWords);
  const inFairness = useWords(fairnessWords);
  const facts = [
    [t("serverSeed"), race.server_seed],
    [inFairness.t("seedHash"), race.server_seed_hash],
    [t("finalNonce"), race.nonce],
    ...(race.beacon === null
      ? []
      : [
          [
            t("beaconSlot"),
            t("beaconSlots", {
              slot: String(race.beacon.slot ?? "–"),
              announced: String(race.beacon.announcedSlot),
            }),
          ],
          [t("beaconBlockhash"), race.beacon.blockhash ?? "–"],
        ]),
    [t("commitment"), race.anchors.commit ?? "–"],
    [t("resultOnChain"), race.anchors.result ?? t("resultOnItsWay")],
    [t("placeInChain"), String(race.seed_chain.index)],
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
