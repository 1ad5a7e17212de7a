import type { SettingInput } from "../../../../domain/setting-input.ts";
import { Checkbox } from "../../../foundation/ui/checkbox.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Chips, SelectField, TextArea, TextField } from "../kit/fields.tsx";
import { choiceText, unitText } from "./setting-texts.ts";
import { settingsWords } from "./words.en.ts";

interface SettingControlProps {
  readonly settingKey: string;
  readonly label: string;
  readonly input: SettingInput<unknown>;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: string | null;
}

/** The house edges on offer; any other in steps of a tenth can be typed. */
const OFFERED_EDGES = ["0", "2.5", "5", "7.5", "10"];

/** The control that edits a setting's text. */
export function SettingControl({ settingKey, label, input, text, onChange, error }: SettingControlProps) {
  const inWords = useWords(settingsWords);
  const { t, percent } = inWords;
  const { control, choices = [], unit } = input;
  switch (control) {
    case "select":
      return (
        <SelectField
          label={label}
          value={text}
          onChange={onChange}
          error={error}
          options={choices.map((value) => ({
            value,
            label: unit === undefined ? choiceText(value) : unitText(value, unit),
          }))}
        />
      );
    case "number":
      return (
        <>
          <TextField
            label={label}
            type="number"
            value={text}
            onChange={onChange}
            error={error}
            min={input.min}
            max={input.max}
            step={input.step}
            hint={rangeText(input, inWords)}
            {...(unit === undefined ? {} : { unit })}
          />
          {settingKey === "house_edge" && (
            <Chips
              label={t("offered")}
              value={text}
              onChange={onChange}
              options={OFFERED_EDGES.map((value) => ({ value, label: percent(Number(value)) }))}
              isTight
            />
          )}
        </>
      );
    case "weights":
      return <Weights label={label} input={input} text={text} onChange={onChange} error={error} />;
    case "list":
      if (choices.length > 0)
        return <Several label={label} choices={choices} text={text} onChange={onChange} error={error} />;
      return (
        <TextArea
          label={label}
          value={listText(text)}
          onChange={onChange}
          error={error}
          hint={t("byComma")}
          rows={2}
        />
      );
    case "text":
    case "toggle":
      return <TextField label={label} value={text} onChange={onChange} error={error} />;
  }
}

function rangeText(
  { min, max, step = 1 }: SettingInput<unknown>,
  { t, typed }: ReturnType<typeof useWords<typeof settingsWords>>,
) {
  if (min === undefined) return undefined;
  const values = { min, step: typed(String(step)) };
  return max === undefined ? t("rangeFrom", values) : t("range", { ...values, max });
}

/** A stored list in the form in which it is typed; what is being typed stays as it is. */
function listText(text: string): string {
  const parsed = parse(text);
  return Array.isArray(parsed) ? parsed.join(", ") : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Being typed: not JSON yet.
    return null;
  }
}

interface PartsProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: string | null;
}

/** A choice of several out of a few words. */
function Several({ label, choices, text, onChange, error }: PartsProps) {
  const parsed = parse(text);
  const chosen = Array.isArray(parsed) ? parsed : [];
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="text-xs text-muted">{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          checked={chosen.includes(choice)}
          onChange={(isChosen) =>
            onChange(
              JSON.stringify(
                choices.filter((other) => (other === choice ? isChosen : chosen.includes(other))),
              ),
            )
          }
        >
          {choiceText(choice)}
        </Checkbox>
      ))}
      <PartsError error={error} />
    </fieldset>
  );
}

/** A number from 0 to 100 for each of a few words. */
function Weights({
  label,
  input: { choices = [], min, max, step },
  text,
  onChange,
  error,
}: Omit<PartsProps, "choices"> & Pick<SettingControlProps, "input">) {
  const parsed = parse(text);
  const weights = (typeof parsed === "object" && parsed !== null ? parsed : {}) as Record<
    string,
    number | null
  >;
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <TextField
          key={choice}
          label={choiceText(choice)}
          type="number"
          min={min}
          max={max}
          step={step}
          value={weights[choice]?.toString() ?? ""}
          // An empty field becomes null, which the check then refuses.
          onChange={(value) =>
            onChange(JSON.stringify({ ...weights, [choice]: value === "" ? null : Number(value) }))
          }
        />
      ))}
      <PartsError error={error} />
    </fieldset>
  );
}

const PartsError = ({ error }: { readonly error: string | null }) => (
  <p role="alert" className="col-span-full w-full text-sm text-bad empty:hidden">
    {error}
  </p>
);
