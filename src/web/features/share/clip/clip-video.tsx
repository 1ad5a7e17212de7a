import { Pause, Play } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { clipWords } from "./words.en.ts";

export type Playback = "not begun" | "playing" | "paused";

interface ClipVideoProps {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly file: File;
  readonly label: string;
  readonly autoPlay: boolean;
  readonly playback: Playback;
  readonly onChange: (playback: Playback) => void;
}

/**
 * The finished clip, over and over. It covers the picture that it was made on, once it plays. The browser's own controls
 * would hide the caption.
 */
export function ClipVideo({ ref, file, label, autoPlay, playback, onChange }: ClipVideoProps) {
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (ref.current !== null) ref.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [ref, file]);
  return (
    <video
      ref={ref}
      aria-label={label}
      loop
      muted
      playsInline
      autoPlay={autoPlay}
      onPlaying={() => onChange("playing")}
      onPause={() => onChange("paused")}
      style={{ visibility: playback === "not begun" ? "hidden" : "visible" }}
      className="absolute inset-0 size-full"
    />
  );
}

interface PlayButtonProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly playback: Playback;
}

export function PlayButton({ video, playback }: PlayButtonProps) {
  const { t } = useWords(clipWords);
  const isPlaying = playback === "playing";
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button
      onClick={() => {
        if (isPlaying) video.current?.pause();
        else video.current?.play().catch((error: unknown) => console.warn(error));
      }}
    >
      <Icon aria-hidden size={18} />
      {t(isPlaying ? "pause" : "play")}
    </Button>
  );
}
