import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { useStillness } from "../../../foundation/lib/stillness.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { UploadEmote } from "./upload-emote.tsx";
import { emotesWords } from "./words.en.ts";

type Emote = Reply<Api["listEmotes"]>["emotes"][number];

/** The emotes of a group: adds one, makes caches fetch one again, deletes one. */
export function GroupEmotes({ group }: { readonly group: { readonly id: string; readonly name: string } }) {
  const { t } = useWords(emotesWords);
  const walletAddress = useAdminAddress();
  const { data, error, refetch } = useAnswer("listEmotes", {
    query: { walletAddress, groupId: group.id },
  });
  const [deleted, setDeleted] = useState<Emote | null>(null);
  return (
    <Part heading={t("emotesOf", { name: group.name })}>
      <UploadEmote groupId={group.id} />
      {data === undefined && error === null && <Skeleton className="m-4 h-32" />}
      {data === undefined && error !== null && (
        <LoadFailure error={error} fallback={t("emotesFailed")} retry={refetch} />
      )}
      {data?.emotes.length === 0 && <p className="border-t border-hair p-4 text-muted">{t("noEmotes")}</p>}
      {data !== undefined && data.emotes.length > 0 && (
        <ul className="-mb-px grid grid-cols-1 border-t border-hair tablet:grid-cols-2">
          {data.emotes.map((emote) => (
            <EmoteRow key={emote.id} emote={emote} remove={setDeleted} />
          ))}
        </ul>
      )}
      {deleted !== null && <DeleteEmote emote={deleted} onClose={() => setDeleted(null)} />}
    </Part>
  );
}

function EmoteRow({ emote, remove }: { readonly emote: Emote; readonly remove: (emote: Emote) => void }) {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const { id, shortcode, file_path: path, still_path: stillPath, version } = emote;
  const isStill = useStillness();
  const bump = useChange({ call: "bumpEmote", stale: ["listEmotes"], done: t("bumped"), failed: null });
  return (
    <li className="flex min-w-0 items-center gap-3 border-b border-hair px-4 py-2">
      <img
        src={(isStill ? stillPath : null) ?? path}
        alt=""
        width={32}
        height={32}
        className="size-8 shrink-0 object-contain"
      />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-bold">:{shortcode}:</span>
        <span className="text-xs text-muted">{t("versionNumber", { version })}</span>
      </p>
      <Button
        look="quiet"
        className="px-2!"
        aria-label={`${t("bump")}: ${shortcode}`}
        disabled={bump.isPending}
        onClick={() => bump.mutate({ params: { id }, body: { adminWallet } })}
      >
        {t("bump")}
      </Button>
      <Button
        look="quiet"
        className="px-2!"
        aria-label={`${t("delete")}: ${shortcode}`}
        onClick={() => remove(emote)}
      >
        {t("delete")}
      </Button>
    </li>
  );
}

function DeleteEmote({
  emote: { id, shortcode },
  onClose,
}: {
  readonly emote: Emote;
  readonly onClose: () => void;
}) {
  const { t } = useWords(emotesWords);
  const walletAddress = useAdminAddress();
  const remove = useChange({ call: "deleteEmote", stale: ["listEmotes"], done: t("deleted"), failed: null });
  return (
    <ConfirmDialog
      title={t("deleteQuestion")}
      action={t("delete")}
      isDanger
      phrase={`delete ${shortcode}`}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id }, query: { walletAddress } }, { onSettled: onClose })}
    >
      <p className="font-bold text-text">:{shortcode}:</p>
      <p>{t("deleteAbout")}</p>
    </ConfirmDialog>
  );
}
