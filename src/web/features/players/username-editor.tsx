import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { User } from "../../../contract/players/players.ts";
import { LONGEST_TYPED, parseUsername } from "../../../domain/username.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { refusalText } from "../../foundation/lib/call-refused.ts";
import { adoptUser } from "../../foundation/lib/player.ts";
import { writeStored } from "../../foundation/lib/storage.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { NameSuggestions, readRefusedName, type RefusedName } from "./refused-name.tsx";
import { playerWords } from "./words.en.ts";

/** How long the success message of a change is shown. */
const SUCCESS_SHOWN_MS = 3_000;

interface UsernameEditorProps {
  readonly user: User;
  /** Saved, or left as it was. */
  readonly onDone: () => void;
}

/**
 * Changes the player's name; Cancel and Escape keep the stored one. While the name cannot be changed, it says until
 * when instead (rules USERNAME-1 and USERNAME-4).
 */
export function UsernameEditor({ user, onDone }: UsernameEditorProps) {
  const { t, moment } = useWords(playerWords);
  const changeableAt = user.username_changeable_at;
  if (changeableAt === null || changeableAt.getTime() <= serverNow())
    return <UsernameForm user={user} onDone={onDone} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-sm text-muted">{t("nameChangeableAt", { time: moment(changeableAt) })}</p>
      <Button look="quiet" onClick={onDone}>
        {t("cancel")}
      </Button>
    </div>
  );
}

function UsernameForm({ user, onDone }: UsernameEditorProps) {
  const inWords = useWords(playerWords);
  const { t } = inWords;
  const [text, setText] = useState(user.username);
  const [refused, setRefused] = useState<RefusedName | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const complaintId = useId();
  useEffect(() => field.current?.select(), []);

  const change = useMutation({
    mutationFn: (username: string) =>
      fetchApi("updateUsername", { params: { wallet: user.wallet_address }, body: { username } }),
    onSuccess: ({ user: changed }) => {
      adoptUser(changed);
      // It names the player; the referrals store the new one when they are shown.
      writeStored("referralLink", null);
      toast.good(t("usernameUpdated"), SUCCESS_SHOWN_MS);
      onDone();
    },
    onError: (error) => setRefused(readRefusedName(error, t("usernameFailed"), inWords)),
  });

  return (
    <form
      noValidate
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = parseUsername(text);
        if (parsed.ok) change.mutate(parsed.value.username);
        else setRefused({ text: refusalText(parsed), suggestions: [] });
      }}
    >
      <input
        ref={field}
        aria-label={t("username")}
        aria-invalid={refused !== null}
        aria-describedby={complaintId}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setRefused(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onDone();
        }}
        autoComplete="username"
        spellCheck={false}
        maxLength={LONGEST_TYPED}
        className="min-h-11 w-52 min-w-0 flex-auto rounded-m border border-control bg-bg px-3 text-lg tablet:flex-none"
      />
      <Button type="submit" disabled={change.isPending}>
        {t("save")}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t("cancel")}
      </Button>
      <p id={complaintId} role="alert" className="w-full text-sm text-bad empty:hidden">
        {refused?.text}
      </p>
      <NameSuggestions
        names={refused?.suggestions ?? []}
        disabled={change.isPending}
        onTake={(name) => change.mutate(name)}
      />
      {refused === null && <p className="w-full text-xs text-muted">{t("usernameChanges")}</p>}
    </form>
  );
}
