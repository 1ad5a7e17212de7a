import { shortAddress } from "../../../../domain/wallet-address.ts";
import { useApprovals, type ApprovalRequest } from "../../../foundation/lib/wallet/approval.ts";
import { LOCAL_WALLET_NAME } from "../../../foundation/lib/wallet/local-wallet-name.ts";
import type { InstructionSummary } from "../../../foundation/lib/wallet/transaction-summary.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { connectWords } from "./words.en.ts";

/** Asks whether the local wallet may sign, and shows what. */
export function ApprovalDialog() {
  const pending = useApprovals((state) => state.pending[0]);
  const { t } = useWords(connectWords);
  if (pending === undefined) return null;
  const { request, answer } = pending;
  return (
    <Dialog open onClose={() => answer(false)} title={LOCAL_WALLET_NAME}>
      <p className="mb-3 font-bold">{t(request.kind === "message" ? "signMessage" : "signTransaction")}</p>
      <RequestDetails request={request} />
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button className="min-h-[54px]" onClick={() => answer(false)}>
          {t("reject")}
        </Button>
        <Button look="primary" onClick={() => answer(true)}>
          {t("approve")}
        </Button>
      </div>
    </Dialog>
  );
}

function RequestDetails({ request }: { readonly request: ApprovalRequest }) {
  const { t } = useWords(connectWords);
  if (request.kind === "message") {
    return (
      <pre className="max-h-64 overflow-auto rounded-m border border-divider bg-bg p-3 font-mono text-xs whitespace-pre-wrap break-all">
        {request.text}
      </pre>
    );
  }
  const { feePayer, instructions } = request.summary;
  return (
    <dl className="flex flex-col gap-2 rounded-m border border-divider bg-bg p-3 text-sm">
      <Detail name={t("feePaidBy")} value={shortAddress(feePayer, 6, 6)} />
      {instructions.map((instruction, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the instructions of a transaction have no identity other than their place
        <InstructionDetail key={index} instruction={instruction} />
      ))}
    </dl>
  );
}

function InstructionDetail({ instruction }: { readonly instruction: InstructionSummary }) {
  const { t, sol } = useWords(connectWords);
  switch (instruction.kind) {
    case "transfer":
      return (
        <Detail
          name={t("transfer")}
          value={t("transferTo", {
            amount: sol(instruction.amount),
            address: shortAddress(instruction.to, 6, 6),
          })}
        />
      );
    case "memo":
      return <Detail name={t("memo")} value={instruction.text} />;
    case "other":
      return <Detail name={t("program")} value={instruction.program} />;
  }
}

function Detail({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-mono text-xs break-all">{value}</dd>
    </div>
  );
}
