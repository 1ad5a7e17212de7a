import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { parseUsername } from "../../domain/username.ts";
import { fetchApi } from "../lib/api.ts";
import { errorText, refusalText } from "../lib/call-refused.ts";
import { adoptUser } from "../lib/player.ts";
import { useWallet } from "../lib/wallet/wallet-store.ts";
import { closeDialog } from "../lib/dialogs.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { forgetReferrer, readReferrer } from "../lib/referrer.ts";
import { useWords } from "../words/use-words.ts";
import { playerWords } from "./words.en.ts";

/**
 * A wallet's first visit: its owner chooses a username, after which the referral link is no longer needed
 * (rule JOIN-2).
 */
export function CreateProfileDialog() {
  const address = useWallet((state) => state.account?.address ?? "");
  const [, navigate] = useLocation();
  const { t } = useWords(playerWords);
  const [username, setUsername] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);

  const create = useMutation({
    mutationFn: (name: string) =>
      fetchApi("createUser", {
        body: { walletAddress: address, username: name, referrer: readReferrer() },
      }),
    onSuccess: ({ user }) => {
      forgetReferrer();
      adoptUser(user);
      closeDialog();
      navigate(pagePaths.dashboard);
    },
    onError: (error) => setComplaint(errorText(error, t("createFailed"))),
  });

  const submit = () => {
    const parsed = parseUsername(username);
    if (parsed.ok) create.mutate(parsed.value.username);
    else setComplaint(refusalText(parsed));
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
              setComplaint(null);
            }}
            autoComplete="username"
            spellCheck={false}
            maxLength={40}
            aria-invalid={complaint !== null}
            aria-describedby="username-rules"
            className="min-h-[54px] rounded-m border border-control bg-bg px-4 text-lg"
          />
        </label>
        <p id="username-rules" className="text-sm text-muted">
          {t("usernameRules")}
        </p>
        {complaint !== null && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-bad">
            {complaint}
          </p>
        )}
        <Button look="primary" type="submit" disabled={create.isPending}>
          {t(create.isPending ? "creating" : "createProfile")}
        </Button>
      </form>
    </Dialog>
  );
}
