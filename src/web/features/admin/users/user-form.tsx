import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import { adminUsers } from "../../../../contract/players/admin-players.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { LONGEST_TYPED } from "../../../../domain/username.ts";
import { errorText, refusalText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { FlagRow } from "../kit/bits.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { TextField } from "../kit/fields.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { callAsAdmin } from "../kit/step-up.ts";
import { refetchAnswers } from "../kit/use-change.ts";
import { kitWords } from "../kit/words.en.ts";
import { RemoveReferrer } from "./remove-referrer.tsx";
import {
  changesOf,
  draftOf,
  editsSince,
  type UserChanges,
  type UserEdits,
  usernameProblem,
} from "./user-changes.ts";
import type { AdminUser } from "./user-marks.tsx";
import { usersWords } from "./words.en.ts";

interface UserFormProps {
  readonly user: AdminUser;
  /** What stands between the fields and the row that saves them. */
  readonly children: ReactNode;
}

/** Username, referrer and flags; all changes are saved together, by a row that is always in sight. */
export function UserForm({ user, children }: UserFormProps) {
  const { t } = useWords(usersWords);
  const kit = useWords(kitWords);
  const adminWallet = useAdminAddress();
  const formId = useId();
  const [edits, setEdits] = useState<UserEdits>({});
  const [reason, setReason] = useState("");
  const draft = { ...draftOf(user), ...edits };
  const set = (change: UserEdits) => setEdits({ ...edits, ...change });
  const problem = usernameProblem(user, draft);
  const changes = changesOf(user, draft);
  const names = namesOf(changes).map((name) => t(name));
  const save = useMutation({
    mutationFn: (sent: { readonly edits: UserEdits; readonly changes: UserChanges }) =>
      sendChanges(
        { adminWallet, walletAddress: user.wallet_address, reason: reasonOf(reason) },
        sent.changes,
      ),
    onError: (error) => banner.bad(errorText(error, t("updateFailed"))),
    // After an error too: some changes may have been made before one was refused.
    onSettled: async (hasChanged, error, sent) => {
      await refetchAnswers(adminWallet, "listUsers", "getUserDetails");
      if (error !== null) return;
      setEdits((now) => editsSince(sent.edits, now));
      setReason("");
      if (hasChanged) banner.good(t("updated"));
      else banner.plain(kit.t("nothingChanged"));
    },
  });
  return (
    <>
      <form
        id={formId}
        noValidate
        className="flex flex-col"
        onChange={forgetErrors(save)}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ edits, changes });
        }}
      >
        <div className="grid gap-3 border-t border-hair px-5 py-4 tablet:grid-cols-2">
          <TextField
            label={t("username")}
            aside={t("usernameLength")}
            value={draft.username}
            maxLength={LONGEST_TYPED}
            onChange={(username) => set({ username })}
            error={
              problem === null ? fieldError(save.error, "newUsername", "username") : refusalText(problem)
            }
          />
          <TextField
            label={t("referrer")}
            value={draft.referrer}
            {...limitsOf(adminUsers.setReferrer.body.shape.referrer)}
            placeholder={t("nobodyReferred")}
            onChange={(referrer) => set({ referrer })}
            error={fieldError(save.error, "referrer")}
          />
          {user.ref_by !== null && <RemoveReferrer user={user} />}
        </div>
        <div className="border-t border-hair px-5 py-2">
          <FlagRow
            name={t("moderator")}
            about={t("moderatorAbout")}
            checked={draft.isChatModerator}
            onChange={(isChatModerator) => set({ isChatModerator })}
          />
          <FlagRow
            name={t("streamer")}
            about={t("streamerAbout")}
            checked={draft.isStreamer}
            onChange={(isStreamer) => set({ isStreamer })}
          />
          <FlagRow
            name={t("partner")}
            about={t("partnerAbout")}
            checked={draft.isPartner}
            onChange={(isPartner) => set({ isPartner })}
          />
          <FlagRow
            name={t("admin")}
            about={t("adminAbout")}
            checked={draft.isAdmin}
            onChange={(isAdmin) => set({ isAdmin })}
          />
        </div>
      </form>
      {children}
      <div className="sticky bottom-0 z-10 mt-auto flex flex-wrap items-center justify-end gap-3 border-t border-divider bg-panel px-5 py-3">
        {names.length > 0 && <ReasonField value={reason} onChange={setReason} className="basis-full" />}
        <p className="mr-auto min-w-0 text-xs text-muted">{names.length > 0 && names.join(", ")}</p>
        <Button disabled={names.length === 0 && problem === null} onClick={() => setEdits({})}>
          {t("cancel")}
        </Button>
        <Button
          look="primary"
          type="submit"
          form={formId}
          className="min-h-11! px-4! text-base!"
          disabled={names.length === 0 || problem !== null || save.isPending}
        >
          {t("saveChanges")}
        </Button>
      </div>
    </>
  );
}

const namesOf = ({ username, referrer, roles, isChatModerator }: UserChanges) => [
  ...(username === undefined ? [] : (["username"] as const)),
  ...(referrer === undefined ? [] : (["referrer"] as const)),
  ...(isChatModerator === undefined ? [] : (["moderator"] as const)),
  ...(roles?.isStreamer === undefined ? [] : (["streamer"] as const)),
  ...(roles?.isPartner === undefined ? [] : (["partner"] as const)),
  ...(roles?.isAdmin === undefined ? [] : (["admin"] as const)),
];

/** One call after another, so that the first refusal ends it; whether any of them changed anything. */
async function sendChanges(
  target: {
    readonly adminWallet: string;
    readonly walletAddress: string;
    readonly reason: string | undefined;
  },
  { username, referrer, roles, isChatModerator }: UserChanges,
): Promise<boolean> {
  const replies: { readonly changed: boolean; readonly approval?: Approval | null }[] = [];
  if (username !== undefined)
    replies.push(await callAsAdmin("setUsername", { body: { ...target, newUsername: username } }));
  if (referrer !== undefined)
    replies.push(await callAsAdmin("setReferrer", { body: { ...target, referrer } }));
  if (isChatModerator !== undefined)
    replies.push(
      await callAsAdmin("setChatModerator", { body: { ...target, isModerator: isChatModerator } }),
    );
  if (roles !== undefined)
    replies.push(await callAsAdmin("setRoles", { body: { ...target, ...roles } }, "admins"));
  return replies.some(({ changed, approval = null }) => changed || approval !== null);
}
