import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { LONGEST_TYPED, parseUsername } from "../../../domain/username.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { refusalText } from "../../foundation/lib/call-refused.ts";
import { adoptUser } from "../../foundation/lib/player.ts";
import { useWallet } from "../../foundation/lib/wallet/wallet-store.ts";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { forgetReferrer, readReferrer } from "../../foundation/lib/referrer.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { NameSuggestions, readRefusedName, type RefusedName } from "./refused-name.tsx";
import { playerWords } from "./words.en.ts";

/**
 * A wallet's first visit: its owner chooses a username, after which the referral link is no longer needed
 * (rule JOIN-2).
 */
export function CreateProfileDialog() {
  const address = useWallet((state) => state.account?.address ?? "");
  const [path, navigate] = useLocation();
  const inWords = useWords(playerWords);
  const { t } = inWords;
  const [username, setUsername] = useState("");
  const [refused, setRefused] = useState<RefusedName | null>(null);

  const create = useMutation({
    mutationFn: (name: string) =>
      fetchApi("createUser", {
        body: { walletAddress: address, username: name, referrer: readReferrer() },
      }),
    onSuccess: ({ user }) => {
      forgetReferrer();
      adoptUser(user);
      closeDialog();
      if (!path.startsWith(pagePaths.admin)) navigate(pagePaths.dashboard);
    },
    onError: (error) => setRefused(readRefusedName(error, t("createFailed"), inWords)),
  });

  const submit = () => {
    const parsed = parseUsername(username);
    if (parsed.ok) create.mutate(parsed.value.username);
    else setRefused({ text: refusalText(parsed), suggestions: [] });
  };

  return (
    <Dialog open onClose={closeDialog} title={t("createYourProfile")}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label className="flex flex-col gap-2">
          <span className="text-muted">{t("username")}</span>
          <input
            value={username}
            onChange={(event) => {
              setUsername(event.target.value);
              setRefused(null);
            }}
            autoComplete="username"
            spellCheck={false}
            maxLength={LONGEST_TYPED}
            aria-invalid={refused !== null}
            aria-describedby="username-rules"
            className="min-h-[54px] rounded-m border border-control bg-bg px-4 text-lg"
          />
        </label>
        <p id="username-rules" className="text-sm text-muted">
          {t("usernameRules")} {t("usernameChanges")}
        </p>
        {refused !== null && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-bad">
            {refused.text}
          </p>
        )}
        <NameSuggestions
          names={refused?.suggestions ?? []}
          disabled={create.isPending}
          onTake={(name) => create.mutate(name)}
        />
        <Button look="primary" type="submit" disabled={create.isPending}>
          {t(create.isPending ? "creating" : "createProfile")}
        </Button>
      </form>
    </Dialog>
  );
}
