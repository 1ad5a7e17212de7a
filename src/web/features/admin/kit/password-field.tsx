import { Eye, EyeOff } from "lucide-react";
import { useState, type Ref } from "react";
import { useWords } from "../../../foundation/words/use-words.ts";
import { controlLook, Field, type FieldProps } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

interface PasswordFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether it is a new password, which the browser must not fill in. */
  readonly isNew?: boolean;
  readonly input?: Ref<HTMLInputElement>;
}

/**
 * A password: hidden until the user chooses to see it. The field has no name, so that no form submits it
 * (rule MONEY-18).
 */
export function PasswordField({
  value,
  onChange,
  isNew = false,
  input,
  label,
  ...field
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const { t } = useWords(kitWords);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} {...field}>
      {(ties) => (
        <span className="relative block">
          <input
            {...ties}
            ref={input}
            type={isShown ? "text" : "password"}
            value={value}
            autoComplete={isNew ? "new-password" : "off"}
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className={`${controlLook} pr-11`}
          />
          <button
            type="button"
            aria-label={t(isShown ? "hidePassword" : "showPassword", { name: label })}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-m text-muted hover:text-text"
          >
            <Icon aria-hidden size={18} />
          </button>
        </span>
      )}
    </Field>
  );
}
