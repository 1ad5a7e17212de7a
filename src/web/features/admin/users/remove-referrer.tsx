import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { useChange } from "../kit/use-change.ts";
import { usersWords } from "./words.en.ts";

interface RemoveReferrerProps {
  readonly user: { readonly wallet_address: string; readonly username: string };
}

/** Leaves a player without a referrer, which an empty field does not (rule USERS-4). */
export function RemoveReferrer({ user: { wallet_address: wallet, username } }: RemoveReferrerProps) {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState("");
  const remove = useChange({
    call: "setReferrer",
    stale: ["listUsers", "getUserDetails"],
    done: t("updated"),
    failed: t("updateFailed"),
  });
  return (
    <>
      <Button
        look="quiet"
        className="-mx-3 -mt-3 justify-self-end underline underline-offset-4 tablet:col-start-2"
        onClick={() => {
          setReason("");
          setAsked(true);
        }}
      >
        {t("removeReferrer")}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`${t("removeReferrer")}: ${username}`}
          action={t("removeReferrer")}
          isBusy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            remove.mutate(
              { body: { adminWallet, walletAddress: wallet, referrer: null, reason: reasonOf(reason) } },
              { onSettled: () => setAsked(false) },
            )
          }
        >
          <p className="mb-4">{t("removeReferrerAbout")}</p>
          <ReasonField value={reason} onChange={setReason} />
        </ConfirmDialog>
      )}
    </>
  );
}
