import { useState } from "react";
import { isShortcode, LONGEST_SHORTCODE } from "../../../../domain/emote-text.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { TextField } from "../kit/fields.tsx";
import { FileDrop } from "../kit/file-drop.tsx";
import { useChange } from "../kit/use-change.ts";
import { dataUrlOf, isEmoteFile, shortcodeOf } from "./emote-file.ts";
import { emotesWords } from "./words.en.ts";

/** Adds an emote from a PNG or WebP, with a preview before it is sent. */
export function UploadEmote({ groupId }: { readonly groupId: string }) {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const [chosen, setChosen] = useState<{ readonly fileName: string; readonly dataUrl: string } | null>(null);
  const [shortcode, setShortcode] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const upload = useChange({ call: "uploadEmote", stale: ["listEmotes"], done: t("uploaded"), failed: null });
  const take = async (file: File) => {
    if (!isEmoteFile(file)) {
      setComplaint(t("notAnEmote"));
      return;
    }
    try {
      setChosen({ fileName: file.name, dataUrl: await dataUrlOf(file) });
      setComplaint(null);
      if (shortcode === "") setShortcode(shortcodeOf(file.name));
    } catch (error) {
      console.warn("The file was not read.", error);
      setComplaint(t("notAnEmote"));
    }
  };
  const send = () => {
    if (chosen === null) return;
    upload.mutate(
      { body: { adminWallet, groupId, shortcode, ...chosen } },
      {
        onSuccess: () => {
          setChosen(null);
          setShortcode("");
        },
      },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-3 px-4 pt-1 pb-4 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      onChange={forgetErrors(upload)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FileDrop
        label={chosen?.fileName ?? t("chooseFile")}
        hint={t("fileHint")}
        accept="image/png,image/webp"
        onFile={(file) => void take(file)}
      />
      <div className="flex flex-col gap-2">
        <div className="flex items-end gap-3">
          {chosen !== null && (
            <img
              src={chosen.dataUrl}
              alt={t("preview")}
              className="size-14 shrink-0 rounded-m border border-divider bg-bg object-contain p-1"
            />
          )}
          <TextField
            label={t("shortcode")}
            value={shortcode}
            maxLength={LONGEST_SHORTCODE}
            isMono
            onChange={setShortcode}
            error={fieldError(upload.error, "shortcode")}
            className="flex-1"
          />
        </div>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {complaint ??
            fieldError(upload.error, "dataUrl") ??
            (shortcode !== "" && !isShortcode(shortcode) ? t("shortcodeHint") : null)}
        </p>
        <Button
          type="submit"
          className="self-start"
          disabled={chosen === null || !isShortcode(shortcode) || upload.isPending}
        >
          {t("upload")}
        </Button>
      </div>
    </form>
  );
}
