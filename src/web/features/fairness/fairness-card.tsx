import { Suspense, useState, type ReactNode } from "react";
import { Button } from "../../foundation/ui/button.tsx";
import { CopyButton } from "../../foundation/ui/copy-button.tsx";
import { Panel } from "../../foundation/ui/panel.tsx";
import { later } from "../../foundation/lib/later.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useLastRaces } from "../../foundation/live/last-races.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { fairnessWords } from "./words.en.ts";

const OwnBetCheck = later(async () => (await import("./own-bet/own-bet-check.tsx")).OwnBetCheck);
const VerifyDialog = later(async () => (await import("./load.ts")).loadVerifyDialog());

/** The commitment of the open race, and the proof of the last finished one. */
export function FairnessCard() {
  const { t } = useWords(fairnessWords);
  const race = useRace((state) => state.race);
  const seedPoll = useRace((state) => state.seedPoll);
  const lastRace = useLastRaces()?.[0]?.id ?? null;
  const [verifying, setVerifying] = useState<string | null>(null);
  const revealed = seedPoll?.kind === "revealed" && seedPoll.raceId === race?.id ? seedPoll.seed : null;
  const provable = seedPoll?.kind === "revealed" ? seedPoll.raceId : lastRace;

  return (
    <Panel
      heading={t("provablyFairRace")}
      aside={race === null ? "" : t("raceNonce", { nonce: race.nonce.split(".")[0] ?? "" })}
    >
      <div className="flex flex-col gap-1.5 px-4 pb-3">
        <OwnBetRow />
        <Row name={t("seedHash")} value={race?.server_seed_hash ?? "–"}>
          <CopyButton
            text={race?.server_seed_hash ?? ""}
            done={t("seedHashCopied")}
            label={t("copySeedHash")}
          />
        </Row>
        <Row
          name={t("serverSeed")}
          value={revealed ?? t(seedRemark(seedPoll?.kind, seedPoll?.raceId === race?.id))}
        >
          <Button
            disabled={provable === null}
            aria-label={t(provable === null ? "verify" : "verifyLast")}
            onClick={() => setVerifying(provable)}
          >
            {t("verify")}
          </Button>
        </Row>
      </div>
      {verifying !== null && (
        <Suspense>
          <VerifyDialog raceId={verifying} onClose={() => setVerifying(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** From the close on, for a real-money race: whether the player's bet is among the locked bets. */
function OwnBetRow() {
  const { t } = useWords(fairnessWords);
  const player = usePlayer();
  const bet = useRace((state) => state.yourBet);
  const isLocked = useRace((state) => state.race !== null && state.race.anchors.lock !== null);
  if (player.kind !== "player" || bet === null || !isLocked) return null;
  return (
    <div data-testid="own-bet" className="flex items-center gap-3 text-sm">
      <span className="w-20 shrink-0 text-muted">{t("ownBet")}</span>
      <Suspense>
        <OwnBetCheck bet={bet} wallet={player.address} />
      </Suspense>
    </div>
  );
}

function seedRemark(seedPoll: string | undefined, isThisRace: boolean) {
  if (isThisRace && (seedPoll === "waiting" || seedPoll === "requesting")) return "fetchingSeed";
  if (isThisRace && seedPoll === "gave up") return "seedNotAnswered";
  return "notRevealed";
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Row({ name, value, children }: RowProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="w-20 shrink-0 text-sm text-muted">{name}</span>
      <code className="min-w-0 flex-1 truncate font-mono text-xs" title={value}>
        {value}
      </code>
      {children}
    </div>
  );
}
