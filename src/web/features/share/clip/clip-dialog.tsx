import { Download, Share2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { raceLabel } from "../../../../domain/race-label.ts";
import { closeDialog } from "../../../foundation/lib/dialogs.ts";
import { useStillness } from "../../../foundation/lib/stillness.ts";
import { useTheme } from "../../../foundation/lib/theme.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { useSigns } from "../../../foundation/track-view/use-signs.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { ProgressBar } from "../../../foundation/ui/progress-bar.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { inkOf, loadFaces } from "../picture-ink.ts";
import { canShare, download, shareFile } from "../share-file.ts";
import type { ClipFacts } from "./clip-facts.ts";
import { type ClipFormat, clipFormat } from "./clip-format.ts";
import { paintCaption } from "./paint-caption.ts";
import { CLIP, CLIP_MS, recordClip } from "./record-clip.ts";
import { clipWords } from "./words.en.ts";

/** Records the finish of a race, which takes as long as the clip, and offers the file. */
export function ClipDialog({ facts }: { readonly facts: ClipFacts }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [attempt, setAttempt] = useState(0);
  const recording = useRecording(canvas, facts, attempt);
  const isStill = useStillness();
  const { t, decimal } = useWords(clipWords);
  const inRace = useWords(liveWords);
  const race = inRace.t("raceNumber", { race: raceLabel(facts.raceId) });
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return (
    <Dialog open wide onClose={closeDialog} title={t("title")}>
      <canvas
        ref={canvas}
        width={CLIP.width}
        height={CLIP.height}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what is painted inside is an image
        role="img"
        aria-label={t("finishOf", { race, horse: facts.winner.name })}
        // Who wants no motion sees the last picture, once it stands still.
        hidden={isStill && recording.kind === "recording"}
        className="h-auto w-full rounded-m border border-divider"
      />
      {recording.kind === "recording" && (
        <div className="mt-4 flex items-center gap-4">
          <ProgressBar label={t("recording")} value={recording.part} max={1} className="flex-1" />
          <Button onClick={closeDialog}>{t("cancel")}</Button>
        </div>
      )}
      {recording.kind === "failed" && (
        <div className="mt-4 flex items-center justify-between gap-4">
          <p role="alert">{t("failed")}</p>
          <Button onClick={retry}>{t("tryAgain")}</Button>
        </div>
      )}
      <output className="mt-3 block text-muted empty:hidden">
        {recording.kind === "ready" &&
          t("ready", {
            seconds: decimal(CLIP_MS / 1_000, 0),
            megabytes: decimal(recording.file.size / 1e6, 1),
          })}
      </output>
      {recording.kind === "ready" && <Actions facts={facts} file={recording.file} />}
    </Dialog>
  );
}

type Recording =
  | { readonly kind: "recording"; readonly part: number }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly file: File };

/** A recording that begins with the dialog and ends with it. */
function useRecording(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  facts: ClipFacts,
  attempt: number,
): Recording {
  const [recording, setRecording] = useState<Recording>({ kind: "recording", part: 0 });
  const theme = useTheme((state) => state.theme);
  const signs = useSigns();
  const { odds, moment, decimal } = useWords(clipWords);
  const inRace = useWords(liveWords);
  useEffect(() => {
    const format = clipFormat();
    if (canvas.current === null || format === null) return;
    const cancelled = new AbortController();
    const ink = inkOf(document.documentElement);
    const words = {
      race: `${inRace.t("raceNumber", { race: raceLabel(facts.raceId) })} · ${moment(facts.startsAt)}`,
      odds: facts.odds === null ? "" : odds(facts.odds),
      link: linkOf(facts).replace(/^https?:\/\//, ""),
      seconds: (elapsedMs: number) => `${decimal(elapsedMs / 1_000, 1)} s`,
    };
    const request = {
      canvas: canvas.current,
      facts,
      look: { theme, signs },
      format,
      paintBelow: (ctx: CanvasRenderingContext2D, elapsedMs: number) =>
        paintCaption(ctx, ink, facts, words, elapsedMs),
      onProgress: (part: number) => setRecording({ kind: "recording", part }),
      signal: cancelled.signal,
    };
    loadFaces(ink)
      .then(() => {
        if (!cancelled.signal.aborted) request.onProgress(0);
        return recordClip(request);
      })
      .then((clip) => setRecording({ kind: "ready", file: fileOf(clip, facts, format) }))
      .catch((error: unknown) => {
        if (cancelled.signal.aborted) return;
        console.warn(error);
        setRecording({ kind: "failed" });
      });
    return () => cancelled.abort();
  }, [canvas, facts, attempt, theme, signs, odds, moment, decimal, inRace]);
  return recording;
}

const fileOf = (clip: Blob, { raceId }: ClipFacts, { extension }: ClipFormat): File =>
  // Without its codecs, which some programs take for an unknown type.
  new File([clip], `furlong-${raceId}.${extension}`, { type: `video/${extension}` });

const linkOf = ({ raceId }: ClipFacts): string => `${location.origin}/race/${raceId}`;

function Actions({ facts, file }: { readonly facts: ClipFacts; readonly file: File }) {
  const { t } = useWords(clipWords);
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button look="primary" className="flex-1" onClick={() => download(file)}>
        <Download aria-hidden size={20} />
        {t("save")}
      </Button>
      {canShare(file) && (
        <Button
          className="min-h-[54px] flex-1"
          onClick={() => {
            shareFile(file, { title: "Furlong", url: linkOf(facts) }).catch((error: unknown) => {
              console.warn(error);
              toast.bad(t("shareFailed"));
            });
          }}
        >
          <Share2 aria-hidden size={18} />
          {t("share")}
        </Button>
      )}
    </div>
  );
}
