import { lamports } from "../../domain/lamports.ts";
import { openDialog, type DialogName } from "../foundation/lib/dialogs.ts";
import { askApproval } from "../foundation/lib/wallet/approval.ts";
import { serverNow } from "../foundation/lib/server-clock.ts";
import { shareWin } from "../features/share/shared.ts";
import { winFactsOf } from "../features/share/win-facts.ts";
import { Button } from "../foundation/ui/button.tsx";
import { CaseGroup } from "./case.tsx";
import { address } from "./example-player.ts";
import { raceCases } from "./race-cases.ts";

const names: readonly DialogName[] = ["connect", "faucet", "presets", "help"];

/** Opens every dialog. */
export function DialogButtons() {
  return (
    <CaseGroup name="Dialogs">
      {names.map((name) => (
        <Button key={name} onClick={() => openDialog(name)}>
          {name}
        </Button>
      ))}
      <Button onClick={openShare}>share</Button>
      <Button onClick={() => void askApproval({ kind: "message", text: "furlong wants you to sign in." })}>
        sign a message
      </Button>
      <Button onClick={() => void askApproval(payment)}>sign a transaction</Button>
    </CaseGroup>
  );
}

const payment = {
  kind: "transaction",
  summary: {
    feePayer: address,
    instructions: [
      { kind: "transfer", from: address, to: address, amount: lamports(250_000_000n) },
      { kind: "memo", text: "furlong bet b-1" },
    ],
  },
} as const;

function openShare(): void {
  const { result = null } = raceCases["winner, you won"]?.(serverNow(), serverNow()) ?? {};
  const win = result && winFactsOf(result);
  if (win) shareWin(win);
}
