import { type OperatorName, operatorText, type SearchOperator, typedSearch } from "@offhook/search";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { begunWith, completionsOf, toggled, withoutOperator } from "./completions.ts";
import classes from "./filter-strip.module.css";
import { useCompletionSources } from "./use-completion-sources.ts";

export interface FilterStripProps {
  readonly typed: string;
  /** Another text, for the field to take over and to have the focus. */
  readonly onChange: (typed: string) => void;
}

interface FilterStripOptions extends FilterStripProps {
  /** Said while there is nothing to complete. */
  readonly help: ReactNode;
}

/** One line below the field, whatever is in it: filters that are set, and how the text may go on. */
export function FilterStrip({ typed, onChange, help }: FilterStripOptions): ReactNode {
  const sources = useCompletionSources(typed);
  const completions = completionsOf(typed, sources);
  // One that is still being typed is no filter yet.
  const operators = typedSearch(typed).operators.filter(
    ({ end }) => end < typed.length || completions.length === 0,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs; these are buttons.
    <div className={classes.strip} role="group" aria-label="Filters">
      {operators.map((operator) => (
        <ActiveFilter key={operator.start} operator={operator} typed={typed} onChange={onChange} />
      ))}
      {completions.map((completion) => (
        <button
          key={completion.label}
          type="button"
          className={classes.chip}
          data-completion
          onClick={() => onChange(completion.typed)}
        >
          <bdi>{completion.label}</bdi>
        </button>
      ))}
      {completions.length === 0 && operators.length === 0 && help}
    </div>
  );
}

const HELP = ["from", "in", "line", "before", "is"] as const satisfies readonly OperatorName[];

/** For newcomers, where there is no room for a button each. */
export function FilterHelp({ typed, onChange }: FilterStripProps): ReactNode {
  return (
    <>
      <span className={classes.help}>Narrow it down:</span>
      {HELP.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          onClick={() => onChange(begunWith(typed, name))}
        >
          {name}:
        </button>
      ))}
    </>
  );
}

/** Each operator as a button, for those who would rather not type them. */
export function FilterButtons({ typed, onChange }: FilterStripProps): ReactNode {
  const { operators } = typedSearch(typed);
  const isSet = (name: OperatorName, value: string): boolean =>
    operators.some((each) => each.name === name && each.value.toLowerCase() === value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs; these are buttons.
    <div className={classes.buttons} role="group" aria-label="Add a filter">
      {VALUED.map(([name, label]) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          onClick={() => onChange(begunWith(typed, name))}
        >
          {label}
        </button>
      ))}
      {SWITCHES.map(([name, value, label]) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={isSet(name, value)}
          onClick={() => onChange(toggled(typed, name, value))}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

type Valued = Exclude<OperatorName, "has" | "is">;
const LABELS: Readonly<Record<Valued, string>> = {
  from: "From",
  to: "To",
  with: "With",
  line: "Line",
  in: "In",
  before: "Before",
  after: "After",
  on: "On",
};
const VALUED = Object.entries(LABELS) as readonly (readonly [Valued, string])[];

const SWITCHES = [
  ["has", "file", "Has file"],
  ["is", "unread", "Unread"],
  ["is", "mine", "Mine"],
  ["is", "missed", "Missed"],
] as const satisfies readonly (readonly [OperatorName, string, string])[];

interface ActiveFilterProps extends FilterStripProps {
  readonly operator: SearchOperator;
}

function ActiveFilter({ operator, typed, onChange }: ActiveFilterProps): ReactNode {
  const label = operatorLabel(operator);
  return (
    <button
      type="button"
      className={classes.chip}
      data-set
      aria-label={`Remove filter ${label}`}
      title={operatorText(operator.name, operator.value)}
      onClick={() => onChange(withoutOperator(typed, operator))}
    >
      <bdi>{label}</bdi>
      <X size={12} aria-hidden="true" />
    </button>
  );
}

function operatorLabel({ name, value }: SearchOperator): string {
  const known = SWITCHES.find(([each, of]) => each === name && of === value.toLowerCase());
  if (known) return known[2];
  return name === "has" || name === "is" ? value : `${LABELS[name]}: ${value}`;
}
