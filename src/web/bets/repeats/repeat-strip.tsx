import { Repeat as RepeatIcon } from "lucide-react";
import { errorText } from "../../lib/call-refused.ts";
import { usePlayer } from "../../lib/player.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/use-words.ts";
import { useRepeat, useStopRepeat } from "../repeat.ts";
import { repeatWords } from "./words.en.ts";

/** A running repeat: races left, its result so far, and the button that ends it. */
export function RepeatStrip({ className = "" }: { readonly className?: string }) {
  const player = usePlayer();
  const repeat = useRepeat();
  if (player.kind !== "player" || repeat?.status !== "running") return null;
  return <RunningRepeat address={player.address} className={className} />;
}

function RunningRepeat({ address, className }: { readonly address: string; readonly className: string }) {
  const repeat = useRepeat();
  const stop = useStopRepeat(address);
  const { t, sol, signedSol } = useWords(repeatWords);
  if (repeat === null || repeat === undefined) return null;
  const { amount, racesLeft, races, net } = repeat;
  return (
    <section
      aria-label={t("repeatRunning")}
      data-testid="repeat-strip"
      className={`flex min-h-13 items-center justify-between gap-3 rounded-m border border-accent/50 bg-selected px-3 py-1 ${className}`}
    >
      <p className="flex min-w-0 items-center gap-2.5 text-sm">
        <RepeatIcon aria-hidden size={18} className="text-accent" />
        <span className="min-w-0">
          <span className="block font-bold">
            {t("repeatLeft", { left: racesLeft, races, amount: sol(amount) })}
          </span>
          <span className={net < 0n ? "text-bad" : net > 0n ? "text-good" : "text-muted"}>
            {t("repeatNet", { net: signedSol(net) })}
          </span>
        </span>
      </p>
      <Button
        look="danger"
        disabled={stop.isPending}
        onClick={() =>
          stop.mutate(undefined, {
            onSuccess: () => toast.good(t("repeatStopped")),
            onError: (error) => toast.bad(errorText(error, t("repeatStopFailed"))),
          })
        }
      >
        {t("stop")}
      </Button>
    </section>
  );
}
