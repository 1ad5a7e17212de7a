import { Check, Circle } from "lucide-react";
import {
  isStrongPassword,
  LONGEST_MASTER_PASSWORD,
  masterPasswordRules,
} from "../../../../domain/master-password.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { PasswordField } from "../kit/password-field.tsx";
import { walletsWords } from "./words.en.ts";

type Rule = keyof typeof masterPasswordRules;
const ruleTexts = {
  length: "lengthRule",
  upper: "upperRule",
  lower: "lowerRule",
  digit: "digitRule",
  special: "specialRule",
} as const satisfies Readonly<Record<Rule, string>>;
const ruleNames = Object.keys(ruleTexts) as readonly Rule[];

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

export const noPassword: NewPassword = { password: "", confirmation: "" };

/** What the server would refuse, as the key of a text; null if it would accept the password. */
export function problemOf({ password, confirmation }: NewPassword) {
  if (password === "") return "enterPassword";
  if (password.length > LONGEST_MASTER_PASSWORD) return "passwordTooLong";
  if (!isStrongPassword(password)) return "passwordWeak";
  return password === confirmation ? null : "passwordsDiffer";
}

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
}

/** A new master password, entered twice: its requirements are ticked off as it is typed. */
export function NewPasswordFields({ value, onChange }: NewPasswordFieldsProps) {
  const { t } = useWords(walletsWords);
  const { password, confirmation } = value;
  return (
    <>
      <PasswordField
        label={t("newPassword")}
        isNew
        value={password}
        onChange={(typed) => onChange({ ...value, password: typed })}
        error={password.length > LONGEST_MASTER_PASSWORD ? t("passwordTooLong") : null}
      />
      <ul aria-label={t("passwordRules")} className="grid gap-x-4 gap-y-1 text-sm tablet:grid-cols-2">
        {ruleNames.map((rule) => (
          <RuleLine key={rule} rule={rule} isMet={masterPasswordRules[rule](password)} />
        ))}
      </ul>
      <PasswordField
        label={t("confirmPassword")}
        isNew
        value={confirmation}
        onChange={(typed) => onChange({ ...value, confirmation: typed })}
        error={confirmation !== "" && confirmation !== password ? t("passwordsDiffer") : null}
      />
    </>
  );
}

function RuleLine({ rule, isMet }: { readonly rule: Rule; readonly isMet: boolean }) {
  const { t } = useWords(walletsWords);
  const Icon = isMet ? Check : Circle;
  return (
    <li data-met={isMet} className={`flex items-center gap-2 ${isMet ? "text-good" : "text-muted"}`}>
      <Icon aria-hidden size={14} strokeWidth={isMet ? 3 : 2} />
      {t(ruleTexts[rule])}
      <span className="sr-only">: {t(isMet ? "ruleMet" : "ruleNotMet")}</span>
    </li>
  );
}
