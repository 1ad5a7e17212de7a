import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { adminRaces } from "../../../../contract/races/admin-races.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { isColor, visionsThatConfuse } from "../../../../domain/silk-colors.ts";
import { isBlank } from "../../../../domain/typed-text.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ColorPicker, presetColors } from "../kit/color-picker.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { TextArea, TextField } from "../kit/fields.tsx";
import { FormPart } from "../kit/form-part.tsx";
import { useChange } from "../kit/use-change.ts";
import { horsesWords } from "./words.en.ts";

const schema = adminRaces.saveHorse.body.shape;

interface Colored {
  readonly name: string;
  readonly color: string;
}

interface HorseFormProps {
  /** The horse being edited; null for a new one. */
  readonly horse: {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly description: string;
  } | null;
  /** The other horses that run, and those in reserve. */
  readonly others: readonly Colored[];
  readonly reserve: readonly Colored[];
  /** For the displayed silk. */
  readonly number: number;
  readonly onDone: () => void;
}

/** Adds or edits a horse, with a preview of its silk. */
export function HorseForm({ horse, others, reserve, number, onDone }: HorseFormProps) {
  const { t } = useWords(horsesWords);
  const adminWallet = useAdminAddress();
  const [name, setName] = useState(horse?.name ?? "");
  const [chosenColor, setColor] = useState(horse?.color ?? null);
  const color = chosenColor ?? freeColor([...others, ...reserve]);
  const [description, setDescription] = useState(horse?.description ?? "");
  const [wasSent, setSent] = useState(false);
  const save = useChange({
    call: "saveHorse",
    stale: ["listHorses"],
    done: t(horse === null ? "added" : "updated"),
    failed: t("saveFailed"),
  });
  const nameProblem = isBlank(name) ? t("nameMissing") : null;
  const colorProblem = isColor(color) ? null : t("noColor");
  const reset = () => {
    setName("");
    setDescription("");
    setSent(false);
    onDone();
  };
  return (
    <FormPart
      onEdit={forgetErrors(save)}
      takesFocus={horse !== null}
      heading={t(horse === null ? "addHorse" : "changeHorse")}
      onSubmit={() => {
        setSent(true);
        if (nameProblem !== null || colorProblem !== null) return;
        save.mutate(
          {
            body: {
              adminWallet,
              name: name.trim(),
              color,
              description: description.trim(),
              ...(horse !== null && { id: horse.id }),
            },
          },
          {
            onSuccess: () => {
              reset();
              setColor(null);
            },
          },
        );
      }}
    >
      <div className="flex items-center gap-4 rounded-m border border-divider bg-bg p-3">
        <Silk number={number} color={isColor(color) ? color : "#000000"} size={64} />
        <Silk number={number} color={isColor(color) ? color : "#000000"} size={26} />
        <div className="min-w-0">
          <p className="truncate font-bold">{name.trim() === "" ? t("unnamed") : name}</p>
          <p className="line-clamp-2 text-xs text-muted">{description}</p>
        </div>
      </div>
      <TextField
        label={t("name")}
        value={name}
        {...limitsOf(schema.name)}
        onChange={setName}
        error={(wasSent ? nameProblem : null) ?? fieldError(save.error, "name")}
      />
      <ColorPicker
        value={color}
        onChange={setColor}
        error={(wasSent ? colorProblem : null) ?? fieldError(save.error, "color")}
      />
      {isColor(color) && <ColorWarnings color={color} others={others} />}
      <TextArea
        label={t("description")}
        value={description}
        {...limitsOf(schema.description)}
        onChange={setDescription}
        aside={`${description.length}/${limitsOf(schema.description).maxLength}`}
        error={fieldError(save.error, "description")}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button className="min-h-[54px]" onClick={reset}>
          {t("cancel")}
        </Button>
        <Button look="primary" type="submit" disabled={save.isPending} className="px-3!">
          {t(horse === null ? "addHorse" : "updateHorse")}
        </Button>
      </div>
    </FormPart>
  );
}

/** The first preset colour that no horse has. */
const freeColor = (others: readonly Colored[]): string =>
  presetColors.find((preset) => !others.some(({ color }) => color.toLowerCase() === preset.toLowerCase())) ??
  presetColors[0];

/** The horses that a colour is confused with, and by whom: the form can be saved anyway. */
function ColorWarnings({ color, others }: { readonly color: string; readonly others: readonly Colored[] }) {
  const { t } = useWords(horsesWords);
  const alike = others
    .filter((other) => isColor(other.color))
    .map((other) => ({ name: other.name, visions: visionsThatConfuse(color, other.color) }))
    .filter(({ visions }) => visions.length > 0);
  return (
    <ul
      aria-live="polite"
      data-testid="color-warnings"
      className="flex flex-col gap-1 text-sm text-warn empty:hidden"
    >
      {alike.map(({ name, visions }) => (
        <li key={name} className="flex items-start gap-2">
          <TriangleAlert aria-hidden size={16} className="mt-0.5" />
          <span>
            {visions.includes("usual")
              ? t("alike", { name })
              : t("alikeFor", { name, visions: visions.map((vision) => t(vision)).join(", ") })}
          </span>
        </li>
      ))}
    </ul>
  );
}
