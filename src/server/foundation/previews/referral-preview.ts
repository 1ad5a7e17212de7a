import { foundingHorses } from "../../../contract/races/founding-horses.ts";
import { pagePaths, previewPaths } from "../../../contract/pages.ts";
import type { PreviewSetting, PreviewText } from "./race-preview.ts";

const ABOUT = "Provably fair pari-mutuel horse racing in SOL.";

/**
 * An invitation as its link is shown elsewhere. It names who invites only if the player hides nothing (rule SHARE-2).
 *
 * @param code a username or a wallet that exists
 */
export function referralPreview(
  code: string,
  username: string | null,
  { theme, isLocal, host }: PreviewSetting,
): PreviewText {
  const path = pagePaths.referral.replace(":code", code);
  return {
    path,
    picturePath: `${previewPaths.referral}${code}.png`,
    title: username === null ? "You are invited to Furlong" : `${username} invites you to Furlong`,
    description: ABOUT,
    isFinal: false,
    card: {
      theme,
      context: username === null ? "Furlong" : "You are invited by",
      heading: username ?? "You are invited",
      silk: null,
      figures: [],
      sentence: ABOUT,
      runners: foundingHorses.map(({ color }, at) => ({ number: at + 1, color })),
      isFinished: false,
      moneyNote: isLocal ? "Local, no value" : "",
      link: `${host}${username === null ? "" : path}`,
    },
  };
}
