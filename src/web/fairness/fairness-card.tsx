import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { useLastRaces } from "../live/last-races.ts";
import { useRace } from "../live/race-store.ts";
import { raceWords } from "../live/words.en.ts";
import { useWords } from "../words/use-words.ts";

const VerifyDialog = lazy(async () => ({
  default: (await import("./verify-dialog.tsx")).VerifyDialog,
}));

/** The promise of the race at hand, and the proof of the one that was run last. */
export function FairnessCard() {
  const { say } = useWords(raceWords);
  const race = useRace((state) => state.race);
  const quest = useRace((state) => state.quest);
  const lastRace = useLastRaces()?.[0]?.id ?? null;
  const [verifying, setVerifying] = useState<string | null>(null);
  const revealed = quest?.kind === "revealed" && quest.raceId === race?.id ? quest.seed : null;
  const provable = quest?.kind === "revealed" ? quest.raceId : lastRace;

  return (
    <Panel
      heading={say("provablyFair")}
      aside={race === null ? "" : say("nonce", { nonce: race.nonce.split(".")[0] ?? "" })}
    >
      <div className="flex flex-col gap-1.5 px-4 pb-3">
        <Row name={say("seedHash")} value={race?.server_seed_hash ?? "–"}>
          <CopyButton
            text={race?.server_seed_hash ?? ""}
            done={say("seedHashCopied")}
            label={say("copySeedHash")}
          />
        </Row>
        <Row
          name={say("serverSeed")}
          value={revealed ?? say(seedRemark(quest?.kind, quest?.raceId === race?.id))}
        >
          <Button
            disabled={provable === null}
            aria-label={say(provable === null ? "verify" : "verifyLast")}
            onClick={() => setVerifying(provable)}
          >
            {say("verify")}
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

function seedRemark(quest: string | undefined, isThisRace: boolean) {
  if (isThisRace && (quest === "waiting" || quest === "asking")) return "fetchingSeed";
  if (isThisRace && quest === "gave up") return "seedNotAnswered";
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
