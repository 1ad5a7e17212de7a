import { Ban, MessageSquare, MicOff, Undo2, Volume2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { adminUsers } from "../../../../contract/players/admin-players.ts";
import { limitsOf, wholeIn } from "../../../../contract/wire/field-limits.ts";
import { shortAddress } from "../../../../domain/wallet-address.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { prefixOf } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { Chips, TextField } from "../kit/fields.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { useChange } from "../kit/use-change.ts";
import { kitWords } from "../kit/words.en.ts";
import type { AdminUser } from "./user-marks.tsx";
import { usersWords } from "./words.en.ts";

/** Hours that a mute or a ban lasts unless another length is chosen (rule USERS-5). */
const FIRST_HOURS = "24";
const OFFERED_HOURS = [1, 24, 168, 720];

const { duration: durationSchema } = adminUsers.banUser.body.shape;

const looks = {
  muteUser: [MicOff, "mute", "muteAbout"],
  unmuteUser: [Volume2, "unmute", "unmuteAbout"],
  banUser: [Ban, "ban", "banAbout"],
  unbanUser: [Undo2, "unban", "unbanAbout"],
  chatUnbanUser: [MessageSquare, "chatUnban", "chatUnbanAbout"],
} as const;

type Act = keyof typeof looks;

/** Mute and ban, and how they and a ban from the chat are ended. */
export function Restrictions({ user }: { readonly user: AdminUser }) {
  const { t, moment } = useWords(usersWords);
  const { muted_until: muted, banned_until: banned, chat_banned_until: chatBanned } = user;
  return (
    <RestrictionButtons
      wallet={user.wallet_address}
      name={user.username}
      acts={[
        muted === null ? "muteUser" : "unmuteUser",
        banned === null ? "banUser" : "unbanUser",
        ...(chatBanned === null ? [] : (["chatUnbanUser"] as const)),
      ]}
    >
      {muted !== null && <p className="text-sm text-warn">{t("mutedUntil", { time: moment(muted) })}</p>}
      {banned !== null && <p className="text-sm text-bad">{t("bannedUntil", { time: moment(banned) })}</p>}
      {chatBanned !== null && (
        <p className="text-sm text-warn">
          {t("chatBannedUntil", {
            time: moment(chatBanned),
            by: shortAddress(user.chat_banned_by ?? "", 4, 4),
          })}
        </p>
      )}
    </RestrictionButtons>
  );
}

interface BanOfWalletProps {
  readonly wallet: { readonly wallet_address: string; readonly banned_until: Date | null };
}

/** Ban of a wallet without a profile, and its end (rule USERS-9). */
export function BanOfWallet({ wallet: { wallet_address: wallet, banned_until: until } }: BanOfWalletProps) {
  const { t, moment } = useWords(usersWords);
  return (
    <RestrictionButtons
      wallet={wallet}
      name={prefixOf(wallet)}
      acts={[until === null ? "banUser" : "unbanUser"]}
    >
      {until !== null && <p className="text-sm text-bad">{t("bannedUntil", { time: moment(until) })}</p>}
    </RestrictionButtons>
  );
}

interface RestrictionButtonsProps {
  readonly wallet: string;
  readonly name: string;
  readonly acts: readonly Act[];
  /** What is in force. */
  readonly children: ReactNode;
}

function RestrictionButtons({ wallet, name, acts, children }: RestrictionButtonsProps) {
  const { t } = useWords(usersWords);
  const [chosenAct, setChosenAct] = useState<Act | null>(null);
  return (
    <div className="flex flex-col gap-2 border-t border-hair px-5 py-4">
      {children}
      <div className="grid grid-cols-2 gap-3">
        {acts.map((act) => {
          const [Icon, label] = looks[act];
          return (
            <Button
              // The button that ends an act is the one that began it, so that it keeps the focus.
              key={act.replace(/^un/, "")}
              look={act === "banUser" ? "danger" : "secondary"}
              className="nth-[2n+1]:last:col-span-2"
              onClick={() => setChosenAct(act)}
            >
              <Icon aria-hidden size={18} />
              {t(label)}
            </Button>
          );
        })}
      </div>
      {chosenAct !== null && (
        <RestrictDialog wallet={wallet} name={name} act={chosenAct} onClose={() => setChosenAct(null)} />
      )}
    </div>
  );
}

interface RestrictDialogProps {
  readonly wallet: string;
  readonly name: string;
  readonly act: Act;
  readonly onClose: () => void;
}

function RestrictDialog({ wallet, name, act, onClose }: RestrictDialogProps) {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const [reason, setReason] = useState("");
  const kit = useWords(kitWords);
  const [typedHours, setHours] = useState(FIRST_HOURS);
  const hours = wholeIn(durationSchema, typedHours);
  const lasts = act === "muteUser" || act === "banUser";
  const [, action, about] = looks[act];
  const change = useChange({
    call: act,
    stale: ["listUsers", "getUserDetails", "getUnprofiledWallet", "listBannedWallets"],
    done: `${t(action)}: ${name}`,
    failed: t("updateFailed"),
  });
  return (
    <ConfirmDialog
      title={`${t(action)}: ${name}`}
      action={t(action)}
      isDanger={act === "banUser"}
      isBusy={change.isPending || (lasts && hours === null)}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          {
            body: {
              adminWallet,
              walletAddress: wallet,
              ...(lasts && hours !== null && { duration: hours }),
              reason: reasonOf(reason),
            },
          },
          { onSettled: onClose },
        )
      }
    >
      <p className="mb-4">{t(about)}</p>
      {lasts && (
        <div className="mb-4 flex flex-col gap-2">
          <TextField
            label={t("hours")}
            type="number"
            {...limitsOf(durationSchema)}
            value={typedHours}
            onChange={setHours}
            error={hours === null ? t("hoursRange") : null}
          />
          <Chips
            label={t("hours")}
            value={typedHours}
            options={OFFERED_HOURS.map((count) => ({
              value: String(count),
              label: count < 48 ? kit.t("spanHours", { count }) : kit.t("spanDays", { count: count / 24 }),
            }))}
            onChange={setHours}
            isTight
          />
        </div>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
