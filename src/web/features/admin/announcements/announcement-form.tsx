import { Megaphone } from "lucide-react";
import { useState } from "react";
import { adminAnnouncements } from "../../../../contract/announcements/admin-announcements.ts";
import { announcementSegments } from "../../../../contract/announcements/announcements.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { FlagRow } from "../kit/bits.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { SelectField, TextArea, TextField } from "../kit/fields.tsx";
import { FormPart } from "../kit/form-part.tsx";
import { useChange } from "../kit/use-change.ts";
import type { Announcement } from "./announcement.ts";
import { bodyOf, changesOf, type Draft, draftOf, draftProblem, emptyDraft } from "./draft.ts";
import { announcementsWords } from "./words.en.ts";

const schema = adminAnnouncements.createAnnouncement.body.shape;

interface AnnouncementFormProps {
  /** The announcement that is edited; null for a new one. */
  readonly edited: Announcement | null;
  readonly onDone: () => void;
}

/** Form for a new announcement or an edited one, with a preview of what players will see. */
export function AnnouncementForm({ edited, onDone }: AnnouncementFormProps) {
  const { t } = useWords(announcementsWords);
  const adminWallet = useAdminAddress();
  const [draft, setDraft] = useState(() => (edited === null ? emptyDraft : draftOf(edited)));
  const [wasSent, setSent] = useState(false);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const create = useChange({
    call: "createAnnouncement",
    stale: ["listAnnouncements"],
    done: t("created"),
    failed: null,
  });
  const change = useChange({
    call: "changeAnnouncement",
    stale: ["listAnnouncements"],
    done: t("edited"),
    failed: null,
  });
  const error = create.error ?? change.error;
  const reset = () => {
    setDraft(emptyDraft);
    setSent(false);
    onDone();
  };
  const problem = draftProblem(draft);
  const visibleProblem = wasSent ? problem : null;
  /** By the field's name on the wire: what the draft lacks, otherwise what the server refused. */
  const errorOf = (field: string, ...own: readonly (typeof problem)[]) =>
    visibleProblem !== null && own.includes(visibleProblem) ? t(visibleProblem) : fieldError(error, field);
  return (
    <FormPart
      onEdit={forgetErrors(create, change)}
      takesFocus={edited !== null}
      heading={t(edited === null ? "create" : "edit")}
      onSubmit={() => {
        setSent(true);
        if (problem !== null) return;
        const done = { onSuccess: reset };
        if (edited === null) create.mutate({ body: { adminWallet, ...bodyOf(draft) } }, done);
        else {
          const body = { adminWallet, ...changesOf(draft, edited) };
          change.mutate({ params: { id: edited.id }, body }, done);
        }
      }}
    >
      <TextField
        label={t("titleField")}
        aside={lengthIn(draft.title, schema.title)}
        value={draft.title}
        {...limitsOf(schema.title)}
        onChange={(title) => set({ title })}
        error={errorOf("title", "titleMissing")}
      />
      <TextArea
        label={t("body")}
        aside={lengthIn(draft.body, schema.body)}
        value={draft.body}
        {...limitsOf(schema.body)}
        onChange={(body) => set({ body })}
        error={errorOf("body")}
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
          {...limitsOf(schema.priority)}
          value={draft.priority}
          onChange={(priority) => set({ priority })}
          error={errorOf("priority", "priorityRange")}
        />
      </div>
      {draft.segment === "specific" && (
        <TextArea
          label={t("wallets")}
          hint={t("byComma")}
          value={draft.wallets}
          onChange={(wallets) => set({ wallets })}
          error={errorOf("target_wallets", "walletsMissing", "walletWrong")}
        />
      )}
      <div className="grid gap-3 tablet:grid-cols-2">
        <TextField
          label={t("startsAt")}
          type="datetime-local"
          value={draft.startsAt}
          onChange={(startsAt) => set({ startsAt })}
          error={errorOf("starts_at")}
        />
        <TextField
          label={t("endsAt")}
          type="datetime-local"
          value={draft.endsAt}
          onChange={(endsAt) => set({ endsAt })}
          error={errorOf("ends_at", "endsBefore")}
        />
      </div>
      <FlagRow
        name={t("active")}
        about={t("activeAbout")}
        checked={draft.active}
        onChange={(active) => set({ active })}
      />
      <Preview title={draft.title} body={draft.body} />
      <div className={edited === null ? "contents" : "grid grid-cols-2 gap-3"}>
        {edited !== null && (
          <Button className="min-h-[54px]" onClick={reset}>
            {t("cancel")}
          </Button>
        )}
        <Button look="primary" type="submit" disabled={create.isPending || change.isPending}>
          {t(edited === null ? "create" : "save")}
        </Button>
      </div>
    </FormPart>
  );
}

const lengthIn = (typed: string, field: Parameters<typeof limitsOf>[0]): string =>
  `${typed.length}/${limitsOf(field).maxLength}`;

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
