import { Download, Share2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { raceLabel } from "../../../../domain/race-label.ts";
import { closeDialog } from "../../../foundation/lib/dialogs.ts";
import { useStillness } from "../../../foundation/lib/stillness.ts";
import { useTheme } from "../../../foundation/lib/theme.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { useSigns } from "../../../foundation/track-view/use-signs.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Choice } from "../../../foundation/ui/choice.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { ProgressBar } from "../../../foundation/ui/progress-bar.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { inkOf, loadFaces } from "../picture-ink.ts";
import { canShare, download, shareFile } from "../share-file.ts";
import type { ClipFacts } from "./clip-facts.ts";
import { type ClipFormat, clipFormat } from "./clip-format.ts";
import { type ClipShape, type ClipShapeName, clipShapeNames, clipShapes } from "./clip-shape.ts";
import { ClipVideo, PlayButton, type Playback } from "./clip-video.tsx";
import { paintCaption } from "./paint-caption.ts";
import { CLIP_MS, recordClip } from "./record-clip.ts";
import { clipWords } from "./words.en.ts";

/** Makes a video of a race's finish in the shape that is chosen, shows it and offers the file. */
export function ClipDialog({ facts }: { readonly facts: ClipFacts }) {
  // A phone's screen is held upright, and so are the places where its clips are shown.
  const [shape, setShape] = useState<ClipShapeName>(innerHeight > innerWidth ? "square" : "wide");
  const [attempt, setAttempt] = useState(0);
  const { t } = useWords(clipWords);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return (
    <Dialog open wide onClose={closeDialog} title={t("title")}>
      <fieldset className="mb-4 grid grid-cols-2 gap-2">
        <legend className="sr-only">{t("shape")}</legend>
        {clipShapeNames.map((one) => (
          <Choice
            key={one}
            name="clip-shape"
            label={t(one)}
            isChosen={one === shape}
            onChoose={() => setShape(one)}
          />
        ))}
      </fieldset>
      <Clip key={`${shape} ${attempt}`} facts={facts} shape={clipShapes[shape]} onRetry={retry} />
    </Dialog>
  );
}

interface ClipProps {
  readonly facts: ClipFacts;
  readonly shape: ClipShape;
  readonly onRetry: () => void;
}

function Clip({ facts, shape, onRetry }: ClipProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [playback, setPlayback] = useState<Playback>("not begun");
  const recording = useRecording(canvas, facts, shape);
  const isStill = useStillness();
  const { t, decimal } = useWords(clipWords);
  const inRace = useWords(liveWords);
  const race = inRace.t("raceNumber", { race: raceLabel(facts.raceId) });
  const label = t("finishOf", { race, horse: facts.winner.name });
  const { width, height } = shape;
  return (
    <>
      <div
        className="relative mx-auto overflow-hidden rounded-m border border-divider"
        // Leaves room for the buttons below it.
        style={{ aspectRatio: width / height, width: `min(100%, ${(55 * width) / height}dvh)` }}
      >
        <canvas
          ref={canvas}
          width={width}
          height={height}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what is painted inside is an image
          role="img"
          aria-label={label}
          aria-hidden={playback !== "not begun"}
          // Who wants no motion sees the last picture, once it stands still.
          style={{ visibility: isStill && recording.kind === "recording" ? "hidden" : "visible" }}
          className="size-full"
        />
        {recording.kind === "ready" && (
          <ClipVideo
            ref={video}
            file={recording.file}
            label={label}
            autoPlay={!isStill}
            playback={playback}
            onChange={setPlayback}
          />
        )}
      </div>
      {recording.kind === "recording" && (
        <div className="mt-4 flex items-center gap-4">
          <ProgressBar label={t("recording")} value={recording.part} max={1} className="flex-1" />
          <Button onClick={closeDialog}>{t("cancel")}</Button>
        </div>
      )}
      {recording.kind === "failed" && (
        <div className="mt-4 flex items-center justify-between gap-4">
          <p role="alert">{t("failed")}</p>
          <Button onClick={onRetry}>{t("tryAgain")}</Button>
        </div>
      )}
      <div className="mt-3 flex items-center justify-between gap-4">
        <output className="block text-muted">
          {recording.kind === "ready" &&
            t("ready", {
              seconds: decimal(CLIP_MS / 1_000, 0),
              megabytes: decimal(recording.file.size / 1e6, 1),
            })}
        </output>
        {recording.kind === "ready" && <PlayButton video={video} playback={playback} />}
      </div>
      {recording.kind === "ready" && <Actions facts={facts} file={recording.file} />}
    </>
  );
}

type Recording =
  | { readonly kind: "recording"; readonly part: number }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly file: File };

/** A recording that begins with the component and ends with it. */
function useRecording(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  facts: ClipFacts,
  shape: ClipShape,
): Recording {
  const [recording, setRecording] = useState<Recording>({ kind: "recording", part: 0 });
  const theme = useTheme((state) => state.theme);
  const signs = useSigns();
  const { odds, moment, decimal } = useWords(clipWords);
  const inRace = useWords(liveWords);
  useEffect(() => {
    if (canvas.current === null) return;
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
      shape,
      look: { theme, signs },
      paintBelow: (ctx: CanvasRenderingContext2D, elapsedMs: number) =>
        paintCaption(ctx, ink, shape, facts, words, elapsedMs),
      onProgress: (part: number) => setRecording({ kind: "recording", part }),
      signal: cancelled.signal,
    };
    const record = async (): Promise<File> => {
      const [format] = await Promise.all([clipFormat(), loadFaces(ink)]);
      if (format === null) throw new Error("this browser encodes no video");
      cancelled.signal.throwIfAborted();
      request.onProgress(0);
      return fileOf(await recordClip({ ...request, format }), facts, format);
    };
    record()
      .then((file) => setRecording({ kind: "ready", file }))
      .catch((error: unknown) => {
        if (cancelled.signal.aborted) return;
        console.warn(error);
        setRecording({ kind: "failed" });
      });
    return () => cancelled.abort();
  }, [canvas, facts, shape, theme, signs, odds, moment, decimal, inRace]);
  return recording;
}

const fileOf = (clip: Blob, { raceId }: ClipFacts, { extension }: ClipFormat): File =>
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
