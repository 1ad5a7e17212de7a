import { useMutation } from "@tanstack/react-query";
import type { User } from "../../contract/players/players.ts";
import { fetchApi } from "../lib/api.ts";
import { adoptUser } from "../lib/player.ts";
import { queryClient } from "../lib/query-client.ts";
import { invalidateQueries, queryKeys } from "../lib/query-keys.ts";
import { logSilentFailure } from "../lib/silent-failure.ts";
import { Switch } from "../ui/switch.tsx";
import { useWords } from "../words/use-words.ts";
import { playerWords } from "./words.en.ts";

/** Hides a streamer's figures from others. Changes optimistically; a failure is logged and undone (rule DASHBOARD-9). */
export function PrivacySwitch({ user }: { readonly user: User }) {
  const { t } = useWords(playerWords);
  const { mutate } = useMutation({
    // One call after another, so that the last press wins.
    scope: { id: "privacy" },
    mutationFn: (enabled: boolean) =>
      fetchApi("setPrivacy", { params: { wallet: user.wallet_address }, body: { enabled } }),
    onMutate: (enabled) => adoptUser({ ...user, streamer_privacy_enabled: enabled }),
    onSuccess: ({ user: changed }) => adoptUser(changed),
    onError: (error, enabled) => {
      logSilentFailure("Changing the privacy of the figures", error);
      queryClient.setQueryData<{ readonly user: User }>(
        queryKeys.user(user.wallet_address),
        (known) => known && { user: { ...known.user, streamer_privacy_enabled: !enabled } },
      );
      // A call whose answer was lost may have changed it.
      void invalidateQueries("user");
    },
  });
  return (
    <Switch checked={user.streamer_privacy_enabled} onChange={mutate}>
      {t("hideFigures")}
    </Switch>
  );
}
