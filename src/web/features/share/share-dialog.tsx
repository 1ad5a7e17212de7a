import { Copy, Download, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { useTheme } from "../../foundation/lib/theme.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Checkbox } from "../../foundation/ui/checkbox.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { paintWin, PICTURE, type PictureWords } from "./paint-win.ts";
import { inkOf, loadFaces } from "./picture-ink.ts";
import { useSharedWin } from "./share-win.ts";
import type { WinFacts } from "./win-facts.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { marginText } from "../../foundation/live/race-outcome.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { shareWords } from "./words.en.ts";

/** A picture of the win, made here: to save, to copy, or to share. */
export function ShareDialog() {
  const win = useSharedWin((state) => state.win);
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
    const ctx = canvas.current?.getContext("2d") ?? null;
    if (ctx === null || win === null) return;
    let wanted = true;
    const ink = inkOf(document.documentElement);
    const words = pictureWords(win, { username: shownName, isLocal }, inShare, inRace);
    void loadFaces(ink).then(() => {
      if (!wanted) return;
      paintWin(ctx, ink, win, words);
      setIsReady(true);
    });
    return () => {
      wanted = false;
    };
  }, [win, shownName, isLocal, theme, inShare, inRace]);

  if (win === null) return null;
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
      // A user who closes the system's share sheet has changed their mind; that is not a failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
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
        onClick={attempt(async () => download(await picture(), fileName(win)), t("makeFailed"))}
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
      {canShareFiles() && (
        <Button
          disabled={disabled}
          className="min-h-[54px] flex-1"
          onClick={attempt(async () => {
            const text = t("horsePays", { horse: win.winner.name, odds: odds(win.multiplier) });
            await sharePicture(await picture(), win, text);
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
const fileName = ({ raceId }: WinFacts): string => `furlong-${raceId}.png`;

async function pngOf(canvas: HTMLCanvasElement | null): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas === null) resolve(null);
    else canvas.toBlob(resolve, "image/png");
  });
  if (blob === null) throw new Error("The browser made no picture.");
  return blob;
}

async function download(picture: Blob, name: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  // Once the browser has taken the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const canShareFiles = (): boolean =>
  typeof navigator.canShare === "function" &&
  navigator.canShare({ files: [new File([], "win.png", { type: "image/png" })] });

async function sharePicture(picture: Blob, win: WinFacts, text: string): Promise<void> {
  await navigator.share({
    files: [new File([picture], fileName(win), { type: "image/png" })],
    title: "Furlong",
    text,
    url: linkOf(win),
  });
}
