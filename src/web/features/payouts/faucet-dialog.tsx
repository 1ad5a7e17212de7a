import { useMutation } from "@tanstack/react-query";
import { LAMPORTS_PER_SOL, lamports } from "../../../domain/lamports.ts";
import { refetchBalance } from "../../foundation/lib/balance.ts";
import { requestAirdrop } from "../../foundation/lib/chain-rpc.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { useWallet } from "../../foundation/lib/wallet/wallet-store.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { payoutWords } from "./words.en.ts";

const amounts = [1n, 5n, 10n] as const;
/** By then the faucet's transfer is in a block. */
const SEEN_AFTER_MS = 1500;

/** Local mode's source of SOL without value. */
export function FaucetDialog() {
  const address = useWallet((state) => state.account?.address);
  const { t } = useWords(payoutWords);
  const rpcUrl = useRuntime()?.rpcLocal ?? null;
  const airdrop = useMutation({
    mutationFn: async (sol: bigint) => {
      if (address === undefined || rpcUrl === null) throw new Error("There is no faucet here.");
      await requestAirdrop(rpcUrl, address, lamports(sol * LAMPORTS_PER_SOL));
      await new Promise((resolve) => setTimeout(resolve, SEEN_AFTER_MS));
      await refetchBalance();
      return sol;
    },
    onSuccess: (sol) => {
      toast.good(t("faucetPaid", { sol: Number(sol) }));
      closeDialog();
    },
  });

  return (
    <Dialog open onClose={closeDialog} title={t("getLocalSol")}>
      <p className="mb-4 text-muted">{t("faucetExplained")}</p>
      <div className="grid grid-cols-3 gap-3">
        {amounts.map((sol) => (
          <Button key={sol} disabled={airdrop.isPending} onClick={() => airdrop.mutate(sol)}>
            {sol.toString()} SOL
          </Button>
        ))}
      </div>
      {airdrop.isPending && <p className="mt-3 text-muted">{t("faucetPending")}</p>}
      {airdrop.isError && (
        <p role="alert" className="mt-3 text-bad">
          {t("faucetFailed")}
        </p>
      )}
    </Dialog>
  );
}
