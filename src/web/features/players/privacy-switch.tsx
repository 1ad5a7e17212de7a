import { useMutation } from "@tanstack/react-query";
import type { User } from "../../../contract/players/players.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { adoptUser } from "../../foundation/lib/player.ts";
import { invalidateQueries } from "../../foundation/lib/query-keys.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";
import { Switch } from "../../foundation/ui/switch.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { playerWords } from "./words.en.ts";

/** Hides a streamer's figures from others. Moves at once; a failure is logged and moves it back. */
export function PrivacySwitch({ user }: { readonly user: User }) {
  const { t } = useWords(playerWords);
  const { mutate, isPending, variables } = useMutation({
    // One call after another, so that the last press wins.
    scope: { id: "privacy" },
    mutationFn: (enabled: boolean) =>
      fetchApi("setPrivacy", { params: { wallet: user.wallet_address }, body: { enabled } }),
    onSuccess: ({ user: changed }) => adoptUser(changed),
    onError(error) {
      logSilentFailure("Changing the privacy of the figures", error);
      // A call whose answer was lost may have changed it.
      void invalidateQueries("user");
    },
  });
  // The profile may be refetched meanwhile, so it does not say where the switch is.
  return (
    <Switch checked={isPending ? variables : user.streamer_privacy_enabled} onChange={mutate}>
      {t("hideFigures")}
    </Switch>
  );
}
