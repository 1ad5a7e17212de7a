import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type * as z from "zod/mini";
import type { emote } from "../../../contract/emotes/emotes.ts";
import { indexEmotes, type KnownEmotes, splitEmotes } from "../../../domain/emote-text.ts";
import { fetchApi } from "./api.ts";
import { sessionQuery } from "./player.ts";
import { queryKeys } from "./query-keys.ts";
import { serverNow } from "./server-clock.ts";
import { useStillness } from "./stillness.ts";
import { useWallet } from "./wallet/wallet-store.ts";

export type Emote = z.output<typeof emote>;

/** The emotes that the player may use. */
interface Emotes {
  /** In the manifest's order. */
  readonly emotes: readonly Emote[];
  readonly known: KnownEmotes<Emote>;
  /** When a holiday's emotes next appear or disappear. */
  readonly nextChangeAt: Date | null;
}

const NONE: Emotes = { emotes: [], known: new Map(), nextChangeAt: null };

const FIVE_MINUTES_MS = 5 * 60_000;
/** Edge of an emote in a line of text, in pixels. */
const EMOTE_PX = 22;

export const emotesQuery = (wallet: string | null) => ({
  queryKey: queryKeys.emotes(wallet),
  queryFn: () => readEmotes(wallet),
  staleTime: FIVE_MINUTES_MS,
  // Exactly at the start or end of a holiday, not up to five minutes after it.
  refetchInterval: ({ state }: { readonly state: { readonly data?: Emotes | undefined } }) => {
    const next = state.data?.nextChangeAt ?? null;
    return next === null
      ? FIVE_MINUTES_MS
      : Math.min(FIVE_MINUTES_MS, Math.max(250, next.getTime() - serverNow() + 100));
  },
});

async function readEmotes(wallet: string | null): Promise<Emotes> {
  const { emotes, nextChangeAt } = await fetchApi("getEmoteManifest", {
    params: { wallet: wallet ?? "anonymous" },
  });
  return { emotes, known: indexEmotes(emotes), nextChangeAt };
}

/**
 * The emotes of the person using the page; none until they are loaded, and none if they fail to load, which only the
 * log reports. The browser sends the ETag of what it has, so that mostly nothing is sent again.
 */
export function useEmotes(): Emotes {
  const wallet = useWallet((state) => state.account?.address ?? null);
  const { data: session } = useQuery(sessionQuery);
  const { data } = useQuery({
    ...emotesQuery(wallet),
    // A wallet has no emotes of its own until it is proven.
    enabled: wallet === null || session?.wallet === wallet,
  });
  return data ?? NONE;
}

/** A message as text, with its shortcodes drawn as emotes. */
export function EmoteText({ text }: { readonly text: string }): ReactNode {
  const { known } = useEmotes();
  return splitEmotes(text, known).map((part, index) =>
    part.kind === "text" ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a message have no identity other than their place, and a message never changes
      <EmoteImage key={index} emote={part.emote} />
    ),
  );
}

interface EmoteImageProps {
  readonly emote: Emote;
  /** Edge in pixels. */
  readonly size?: number;
}

/**
 * One emote: its size is known before it has loaded, it is named by its shortcode, and it is still for people who want
 * no motion. A picture that fails to load leaves its shortcode.
 */
export function EmoteImage({ emote, size = EMOTE_PX }: EmoteImageProps) {
  const isStill = useStillness();
  const [hasFailed, setHasFailed] = useState(false);
  const name = `:${emote.shortcode}:`;
  if (hasFailed) return name;
  return (
    <img
      src={(isStill ? emote.still_path : null) ?? emote.file_path}
      alt={name}
      title={name}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setHasFailed(true)}
      className="inline-block align-[-0.3em]"
    />
  );
}
