import { CircleAlert, CircleCheck, X } from "lucide-react";
import { create } from "zustand";
import type { Toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { kitWords } from "./words.en.ts";

const SHOWN_MS = 5_000;

interface BannerState {
  readonly tone: Toast["tone"];
  readonly text: string;
}

const useBanner = create<{ readonly banner: BannerState | null }>(() => ({ banner: null }));
let timer: ReturnType<typeof setTimeout> | undefined;

function show(banner: BannerState): void {
  clearTimeout(timer);
  useBanner.setState({ banner });
  timer = setTimeout(dismiss, SHOWN_MS);
}

function dismiss(): void {
  clearTimeout(timer);
  useBanner.setState({ banner: null });
}

/** Says how an act went; disappears automatically after five seconds. */
export const banner = {
  good: (text: string): void => show({ tone: "good", text }),
  bad: (text: string): void => show({ tone: "bad", text }),
  /** For an act after which everything is as it was. */
  plain: (text: string): void => show({ tone: "plain", text }),
};

const tones = {
  good: "border-good/60 text-good",
  bad: "border-bad/60 text-bad",
  plain: "border-control text-text",
} as const;

/** Floats above the tab, so that nothing shifts. A live region of its own, so that new messages are read out. */
export function Banner() {
  const banner = useBanner((state) => state.banner);
  const { t } = useWords(kitWords);
  const Icon = banner?.tone === "good" ? CircleCheck : CircleAlert;
  return (
    <div
      aria-live="polite"
      data-testid="admin-banner"
      className="pointer-events-none fixed inset-x-4 top-20 z-40 flex justify-center"
    >
      {banner !== null && (
        <p
          className={`panel pointer-events-auto flex max-w-xl min-w-0 items-center gap-3 bg-panel py-1 pr-1 pl-4 font-bold enter ${tones[banner.tone]}`}
        >
          <Icon aria-hidden size={18} className="shrink-0" />
          <span className="min-w-0 break-words">{banner.text}</span>
          <button
            type="button"
            aria-label={t("dismiss")}
            onClick={dismiss}
            className="grid size-11 shrink-0 place-items-center text-muted hover:text-text"
          >
            <X aria-hidden size={16} />
          </button>
        </p>
      )}
    </div>
  );
}
