import { Ban, MicOff, Timer, WifiOff } from "lucide-react";
import { useWords } from "../../foundation/words/use-words.ts";
import { timeLeft } from "./clock-text.ts";
import type { SendObstacle } from "./composer-state.ts";
import { useSlowMode } from "./use-send-obstacle.ts";
import { chatWords } from "./words.en.ts";

interface ComposerStatusProps {
  readonly id: string;
  readonly obstacle: SendObstacle | null;
}

/** Above the field: why nothing can be sent and for how long, otherwise how often something can be. */
export function ComposerStatus({ id, obstacle }: ComposerStatusProps) {
  const { t, rich } = useWords(chatWords);
  const slowModeMs = useSlowMode();
  const kind = obstacle?.kind ?? (slowModeMs > 0 ? "slow mode" : null);
  if (kind === null) return <span id={id} className="hidden" />;
  const left = obstacle !== null && "msLeft" in obstacle ? obstacle.msLeft : 0;
  const time = <b className="text-text">{timeLeft(left)}</b>;
  const look = {
    lost: [WifiOff, "text-bad", t("notConnected")],
    joining: [Timer, "text-muted", t("joining")],
    banned: [Ban, "text-bad", rich("youAreBanned", { time })],
    muted: [MicOff, "text-bad", rich("youAreMuted", { time })],
    slow: [Timer, "text-muted", rich("slowModeLeft", { time })],
    flood: [Timer, "text-bad", rich("floodLeft", { time })],
    "slow mode": [Timer, "text-muted", t("slowMode", { seconds: Math.ceil(slowModeMs / 1000) })],
  } as const;
  const [Icon, tone, text] = look[kind];
  return (
    <>
      <p id={id} className={`flex min-h-[18px] items-center gap-2 text-xs ${tone}`}>
        <Icon aria-hidden size={14} />
        <span className="min-w-0 flex-1">{text}</span>
        {kind === "slow" && slowModeMs > 0 && (
          <span aria-hidden className="h-1 w-16 shrink-0 overflow-hidden rounded-full bg-raised">
            <span
              className="block h-full origin-left bg-accent"
              style={{ transform: `scaleX(${Math.min(1, left / slowModeMs)})` }}
            />
          </span>
        )}
      </p>
      {/* Announced once, not with each second. */}
      <span aria-live="polite" className="sr-only">
        {kind === "lost"
          ? t("notConnected")
          : kind === "muted"
            ? t("heardMuted")
            : kind === "banned"
              ? t("heardBanned")
              : ""}
      </span>
    </>
  );
}
