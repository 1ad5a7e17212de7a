import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { User } from "../../contract/players/players.ts";
import { parseUsername } from "../../domain/username.ts";
import { fetchApi } from "../lib/api.ts";
import { errorText, refusalText } from "../lib/call-refused.ts";
import { adoptUser } from "../lib/player.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { useWords } from "../words/use-words.ts";
import { playerWords } from "./words.en.ts";

/** How long the success message of a change is shown. */
const SUCCESS_SHOWN_MS = 3_000;

interface UsernameEditorProps {
  readonly user: User;
  /** Saved, or left as it was. */
  readonly onDone: () => void;
}

/** Changes the player's name; Cancel and Escape keep the stored one (rules DASHBOARD-4 and USERNAME-1). */
export function UsernameEditor({ user, onDone }: UsernameEditorProps) {
  const { t } = useWords(playerWords);
  const [text, setText] = useState(user.username);
  const [complaint, setComplaint] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const complaintId = useId();
  useEffect(() => field.current?.select(), []);

  const change = useMutation({
    mutationFn: (username: string) =>
      fetchApi("updateUsername", { params: { wallet: user.wallet_address }, body: { username } }),
    onSuccess: ({ user: changed }) => {
      adoptUser(changed);
      toast.good(t("usernameUpdated"), SUCCESS_SHOWN_MS);
      onDone();
    },
    onError: (error) => setComplaint(errorText(error, t("usernameFailed"))),
  });

  return (
    <form
      noValidate
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = parseUsername(text);
        if (parsed.ok) change.mutate(parsed.value.username);
        else setComplaint(refusalText(parsed));
      }}
    >
      <input
        ref={field}
        aria-label={t("username")}
        aria-invalid={complaint !== null}
        aria-describedby={complaintId}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setComplaint(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onDone();
        }}
        autoComplete="username"
        spellCheck={false}
        maxLength={40}
        className="min-h-11 w-52 min-w-0 flex-auto rounded-m border border-control bg-bg px-3 text-lg tablet:flex-none"
      />
      <Button type="submit" disabled={change.isPending}>
        {t("save")}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t("cancel")}
      </Button>
      <p id={complaintId} role="alert" className="w-full text-sm text-bad empty:hidden">
        {complaint}
      </p>
    </form>
  );
}
