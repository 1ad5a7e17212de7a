import { Copy, Download, Share2 } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { later } from "../../foundation/lib/later.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { useTheme } from "../../foundation/lib/theme.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Checkbox } from "../../foundation/ui/checkbox.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { paintWin, PICTURE, type PictureWords } from "./paint-win.ts";
import { inkOf, loadFaces } from "./picture-ink.ts";
import { canShare, download, shareFile } from "./share-file.ts";
import { useShared } from "./shared.ts";
import type { WinFacts } from "./win-facts.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { marginText } from "../../foundation/live/race-outcome.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { shareWords } from "./words.en.ts";

const ClipDialog = later(async () => (await import("./clip/clip-dialog.tsx")).ClipDialog);

/** What is shared: a picture of a win, or a clip of a finish. */
export function ShareDialog() {
  const { win, clip } = useShared();
  if (win !== null) return <PictureDialog win={win} />;
  return (
    clip !== null && (
      <Suspense fallback={null}>
        <ClipDialog facts={clip} />
      </Suspense>
    )
  );
}

/** A picture of the win, made here: to save, to copy, or to share. */
function PictureDialog({ win }: { readonly win: WinFacts }) {
  const player = usePlayer();
  const isLocal = useRuntime()?.network === "localnet";
  const username = player.kind === "player" ? player.user.username : null;
  const [isNamed, setIsNamed] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isReady, setIsReady] = useState(false);
  const theme = useTheme((state) => state.theme);
  const inShare = useWords(shareWords);
  const inRace = useWords(liveWords);
  const { t, odds, sol } = inShare;
  const shownName = isNamed ? username : null;

  useEffect(() => {
    const picture = canvas.current;
    const ctx = picture?.getContext("2d") ?? null;
    if (picture === null || ctx === null) return;
    let isCurrent = true;
    const ink = inkOf(document.documentElement);
    const words = pictureWords(win, { username: shownName, isLocal }, inShare, inRace);
    const paint = () => paintWin(ctx, ink, win, words);
    void loadFaces(ink).then(() => {
      if (!isCurrent) return;
      paint();
      // The browser empties a canvas whose pixels were lost with the graphics process.
      picture.addEventListener("contextrestored", paint);
      setIsReady(true);
    });
    return () => {
      isCurrent = false;
      picture.removeEventListener("contextrestored", paint);
    };
  }, [win, shownName, isLocal, theme, inShare, inRace]);

  return (
    <Dialog open wide onClose={closeDialog} title={t("shareYourWin")}>
      <canvas
        ref={canvas}
        width={PICTURE.width}
        height={PICTURE.height}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what is painted inside is an image
        role="img"
        aria-label={t("picture", {
          race: inRace.t("raceNumber", { race: raceLabel(win.raceId) }),
          horse: win.winner.name,
          margin: marginText(win.lead, inRace),
          odds: odds(win.multiplier),
          won: `+${sol(win.payout, 4)}`,
        })}
        className="block h-auto w-full rounded-m border border-divider"
      />
      {username !== null && (
        <div className="mt-3">
          <Checkbox checked={isNamed} onChange={setIsNamed}>
            {t("withMyUsername")}
          </Checkbox>
        </div>
      )}
      <Actions win={win} disabled={!isReady} picture={() => pngOf(canvas.current)} />
    </Dialog>
  );
}

function pictureWords(
  win: WinFacts,
  { username, isLocal }: { readonly username: string | null; readonly isLocal: boolean },
  { t, odds, sol }: TranslatorOf<typeof shareWords>,
  inRace: TranslatorOf<typeof liveWords>,
): PictureWords {
  const { raceId, lead, multiplier, payout, isPlayMoney } = win;
  return {
    race: `${inRace.t("raceNumber", { race: raceLabel(raceId) })} · ${marginText(lead, inRace)}`,
    pays: t("pays"),
    odds: odds(multiplier),
    whoWon: username === null ? t("iWon") : t("theyWon", { name: username }),
    won: `+${sol(payout, 4)}`,
    unit: isPlayMoney ? t("playMoney") : "SOL",
    link: linkOf(win).replace(/^https?:\/\//, ""),
    moneyNote: isLocal && !isPlayMoney ? t("localNoValue") : null,
  };
}

interface ActionsProps {
  readonly win: WinFacts;
  readonly disabled: boolean;
  readonly picture: () => Promise<Blob>;
}

function Actions({ win, disabled, picture }: ActionsProps) {
  const { t, odds } = useWords(shareWords);
  const attempt = (action: () => Promise<void>, failure: string) => () => {
    action().catch((error: unknown) => {
      console.warn(error);
      toast.bad(failure);
    });
  };
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button
        look="primary"
        disabled={disabled}
        className="flex-1"
        onClick={attempt(async () => download(fileOf(await picture(), win)), t("makeFailed"))}
      >
        <Download aria-hidden size={20} />
        {t("download")}
      </Button>
      {typeof ClipboardItem === "function" && (
        <Button
          disabled={disabled}
          className="min-h-[54px] flex-1"
          onClick={attempt(async () => {
            // The promise itself is passed: some browsers forget the click while a picture is made.
            await navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]);
            toast.good(t("copied"));
          }, t("copyFailed"))}
        >
          <Copy aria-hidden size={18} />
          {t("copyImage")}
        </Button>
      )}
      {canShare(fileOf(new Blob(), win)) && (
        <Button
          disabled={disabled}
          className="min-h-[54px] flex-1"
          onClick={attempt(async () => {
            const text = t("horsePays", { horse: win.winner.name, odds: odds(win.multiplier) });
            await shareFile(fileOf(await picture(), win), { title: "Furlong", text, url: linkOf(win) });
          }, t("shareFailed"))}
        >
          <Share2 aria-hidden size={18} />
          {t("share")}
        </Button>
      )}
    </div>
  );
}

const linkOf = ({ raceId }: WinFacts): string => `${location.origin}/race/${raceId}`;
const fileOf = (picture: Blob, { raceId }: WinFacts): File =>
  new File([picture], `furlong-${raceId}.png`, { type: "image/png" });

async function pngOf(canvas: HTMLCanvasElement | null): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas === null) resolve(null);
    else canvas.toBlob(resolve, "image/png");
  });
  if (blob === null) throw new Error("The browser made no picture.");
  return blob;
}
