import { useState, type ReactNode } from "react";
import { LONGEST_ADDRESS, parseWalletAddress } from "../../../../domain/wallet-address.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { SelectField, TextField } from "./fields.tsx";
import { FormPart } from "./form-part.tsx";
import { kitWords } from "./words.en.ts";

interface Assignment {
  readonly walletAddress: string;
  readonly id: string;
  /** Whether the text is a valid wallet address. */
  readonly isReady: boolean;
}

interface AssignPartProps {
  readonly heading: string;
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onSubmit: (assignment: Assignment) => void;
  /** What is wrong with the wallet that was sent. */
  readonly error: string | null;
  readonly onEdit: () => void;
  /** The buttons. */
  readonly children: (assignment: Assignment) => ReactNode;
}

/** Gives a wallet one of the choices, or takes it away. */
export function AssignPart({ heading, label, choices, onSubmit, error, onEdit, children }: AssignPartProps) {
  const { t } = useWords(kitWords);
  const [wallet, setWallet] = useState("");
  const [chosen, setChosen] = useState("");
  const id = choices.some((choice) => choice.id === chosen) ? chosen : (choices[0]?.id ?? "");
  const walletAddress = wallet.trim();
  const isReady = parseWalletAddress(walletAddress).ok;
  const assignment = { walletAddress, id, isReady };
  return (
    <FormPart heading={heading} onEdit={onEdit} onSubmit={() => isReady && onSubmit(assignment)}>
      <TextField
        label={t("wallet")}
        value={wallet}
        maxLength={LONGEST_ADDRESS}
        isMono
        onChange={setWallet}
        error={walletAddress === "" || isReady ? error : t("noWallet")}
      />
      <SelectField
        label={label}
        value={id}
        onChange={setChosen}
        options={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
      />
      <div className="grid grid-cols-2 gap-3">{children(assignment)}</div>
    </FormPart>
  );
}
