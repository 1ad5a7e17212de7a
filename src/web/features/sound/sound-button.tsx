import { Volume2, VolumeX } from "lucide-react";
import { classNames } from "../../foundation/ui/class-names.ts";
import { toggleSound, useSoundOn } from "./sound-switch.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { soundWords } from "./words.en.ts";

/** Sound on or off; off at the first visit. */
export function SoundButton({ className }: { readonly className?: string }) {
  const on = useSoundOn();
  const { t } = useWords(soundWords);
  const Icon = on ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t("sound")}
      title={t(on ? "soundOn" : "soundOff")}
      onClick={toggleSound}
      className={classNames(
        "grid size-11 shrink-0 place-items-center rounded-m border bg-raised/80 transition hover:border-accent",
        on ? "border-accent text-bright" : "border-control",
        className,
      )}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
