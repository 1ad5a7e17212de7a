import { Megaphone } from "lucide-react";
import { useState } from "react";
import { announcementSegments } from "../../../contract/announcements/announcements.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { FlagRow } from "../kit/bits.tsx";
import { SelectField, TextArea, TextField } from "../kit/fields.tsx";
import { FormPart } from "../kit/form-part.tsx";
import { useChange } from "../kit/use-change.ts";
import { bodyOf, type Draft, draftProblem, emptyDraft } from "./draft.ts";
import { announcementsWords } from "./words.en.ts";

/** Form for an announcement, with a preview of what players will see (rule ADMIN-17). */
export function AnnouncementForm() {
  const { t } = useWords(announcementsWords);
  const adminWallet = useAdminAddress();
  const [draft, setDraft] = useState(emptyDraft);
  const [wasSent, setSent] = useState(false);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const create = useChange({
    call: "createAnnouncement",
    stale: ["listAnnouncements"],
    done: t("created"),
    failed: null,
  });
  const problem = draftProblem(draft);
  const shown = wasSent ? problem : null;
  const errorOf = (...own: readonly (typeof problem)[]) =>
    shown !== null && own.includes(shown) ? t(shown) : null;
  return (
    <FormPart
      heading={t("create")}
      onSubmit={() => {
        setSent(true);
        if (problem !== null) return;
        create.mutate(
          { body: { adminWallet, ...bodyOf(draft) } },
          {
            onSuccess: () => {
              setDraft(emptyDraft);
              setSent(false);
            },
          },
        );
      }}
    >
      <TextField
        label={t("titleField")}
        aside={`${draft.title.length}/120`}
        value={draft.title}
        maxLength={120}
        onChange={(title) => set({ title })}
        error={errorOf("titleMissing")}
      />
      <TextArea
        label={t("body")}
        aside={`${draft.body.length}/2000`}
        value={draft.body}
        maxLength={2_000}
        onChange={(body) => set({ body })}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t("segment")}
          value={draft.segment}
          onChange={(segment) => set({ segment })}
          options={announcementSegments.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          label={t("priority")}
          type="number"
          min={-1_000}
          max={1_000}
          step={1}
          value={draft.priority}
          onChange={(priority) => set({ priority })}
          error={errorOf("priorityRange")}
        />
      </div>
      {draft.segment === "specific" && (
        <TextArea
          label={t("wallets")}
          hint={t("byComma")}
          value={draft.wallets}
          onChange={(wallets) => set({ wallets })}
          error={errorOf("walletsMissing", "walletWrong")}
        />
      )}
      <div className="grid gap-3 tablet:grid-cols-2">
        <TextField
          label={t("startsAt")}
          type="datetime-local"
          value={draft.startsAt}
          onChange={(startsAt) => set({ startsAt })}
        />
        <TextField
          label={t("endsAt")}
          type="datetime-local"
          value={draft.endsAt}
          onChange={(endsAt) => set({ endsAt })}
          error={errorOf("endsBefore")}
        />
      </div>
      <FlagRow
        name={t("active")}
        about={t("activeAbout")}
        checked={draft.active}
        onChange={(active) => set({ active })}
      />
      <Preview title={draft.title} body={draft.body} />
      <Button look="primary" type="submit" disabled={create.isPending}>
        {t("create")}
      </Button>
    </FormPart>
  );
}

/** The announcement as it appears at the top of a player's dashboard: text, never markup. */
function Preview({ title, body }: { readonly title: string; readonly body: string }) {
  const { t } = useWords(announcementsWords);
  return (
    <section aria-label={t("preview")}>
      <p aria-hidden className="mb-1 text-xs text-muted">
        {t("preview")}
      </p>
      <article className="flex items-start gap-3 rounded-m border border-accent/60 bg-selected px-4 py-2.5">
        <Megaphone aria-hidden size={18} className="mt-0.5 text-bright" />
        <div className="min-w-0 flex-1">
          <p className="font-bold break-words">{title.trim() === "" ? t("titleField") : title}</p>
          {body.trim() !== "" && <p className="text-sm break-words whitespace-pre-line text-muted">{body}</p>}
        </div>
      </article>
    </section>
  );
}
