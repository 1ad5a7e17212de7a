import { Ban, MicOff, Undo2, Volume2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { TextField } from "../kit/fields.tsx";
import { useChange } from "../kit/use-change.ts";
import type { AdminUser } from "./user-marks.tsx";
import { usersWords } from "./words.en.ts";

/** Hours that a mute or a ban set here lasts. */
const DURATION_H = 24;

type Act = "muteUser" | "unmuteUser" | "banUser" | "unbanUser";

/** Mute and ban for 24 hours, and how they are ended (rule ADMIN-11). */
export function Restrictions({ user }: { readonly user: AdminUser }) {
  const { t, moment } = useWords(usersWords);
  const [asked, setAsked] = useState<Act | null>(null);
  return (
    <div className="flex flex-col gap-2 border-t border-hair px-5 py-4">
      {user.muted_until !== null && user.muted && (
        <p className="text-sm text-warn">{t("mutedUntil", { time: moment(user.muted_until) })}</p>
      )}
      {user.banned_until !== null && user.banned && (
        <p className="text-sm text-bad">{t("bannedUntil", { time: moment(user.banned_until) })}</p>
      )}
      <div className="grid grid-cols-2 gap-3">
        {user.muted ? (
          <Button onClick={() => setAsked("unmuteUser")}>
            <Volume2 aria-hidden size={18} />
            {t("unmute")}
          </Button>
        ) : (
          <Button onClick={() => setAsked("muteUser")}>
            <MicOff aria-hidden size={18} />
            {t("mute")}
          </Button>
        )}
        {user.banned ? (
          <Button onClick={() => setAsked("unbanUser")}>
            <Undo2 aria-hidden size={18} />
            {t("unban")}
          </Button>
        ) : (
          <Button look="danger" onClick={() => setAsked("banUser")}>
            <Ban aria-hidden size={18} />
            {t("ban")}
          </Button>
        )}
      </div>
      {asked !== null && <RestrictDialog user={user} act={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

const texts = {
  muteUser: ["mute", "muteAbout"],
  unmuteUser: ["unmute", "unmuteAbout"],
  banUser: ["ban", "banAbout"],
  unbanUser: ["unban", "unbanAbout"],
} as const;

interface RestrictDialogProps {
  readonly user: AdminUser;
  readonly act: Act;
  readonly onClose: () => void;
}

function RestrictDialog({ user, act, onClose }: RestrictDialogProps) {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const [reason, setReason] = useState("");
  const [action, about] = texts[act];
  const change = useChange({
    call: act,
    stale: ["listUsers", "getUserDetails"],
    done: t("updated"),
    failed: t("updateFailed"),
  });
  return (
    <ConfirmDialog
      title={`${t(action)}: ${user.username}`}
      action={t(action)}
      isDanger={act === "banUser"}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          {
            body: {
              adminWallet,
              walletAddress: user.wallet_address,
              ...((act === "muteUser" || act === "banUser") && { duration: DURATION_H }),
              ...(reason.trim() !== "" && { reason: reason.trim() }),
            },
          },
          { onSettled: onClose },
        )
      }
    >
      <p className="mb-4">{t(about)}</p>
      <TextField label={t("reason")} value={reason} maxLength={500} onChange={setReason} />
    </ConfirmDialog>
  );
}
