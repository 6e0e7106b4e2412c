import { Delete, Phone, Smartphone, Video } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { DialRequest } from "../phone/phone.ts";
import { DialField } from "./dial-field.tsx";
import classes from "./dial-pad.module.css";
import { isDialable } from "./dialing/dial-words.ts";
import { EmergencyNoteHost } from "./dialing/emergency-note-host.tsx";
import { useDial } from "./dialing/use-dial.ts";
import { Keypad } from "./keypad.tsx";
import { LineChoice } from "./line-choice.tsx";
import { DialList } from "./suggestions/dial-list.tsx";
import { meansName } from "./suggestions/dial-suggestions.ts";
import { useSuggestions } from "./suggestions/use-suggestions.ts";
import { usePadKeys } from "./use-pad-keys.ts";

export interface DialPadProps {
  readonly initialNumber: string;
  readonly onCall: (id: string, request: DialRequest) => void;
}

/** Where every call out begins: type, paste, pick or press. */
export function DialPad({ initialNumber, onCall }: DialPadProps): ReactNode {
  const [typed, setTyped] = useState(initialNumber);
  const [line, setLine] = useState<string>();
  const [highlighted, setHighlighted] = useState<number>();
  const field = useRef<HTMLInputElement>(null);
  const { dial, dialFromOtherDevice } = useDial(onCall);
  const suggestions = useSuggestions(typed);
  const shownIndex = highlighted ?? (meansName(typed) && suggestions.length > 0 ? 0 : undefined);

  const type = (text: string): void => {
    setTyped(text);
    setHighlighted(undefined);
  };
  const call = async (number: string, camera = false): Promise<void> => {
    if (!isDialable(number)) return field.current?.focus();
    const request = { number, ...(line === undefined ? {} : { line }), ...(camera ? { camera } : {}) };
    if (await dial(request)) type("");
  };
  const callElsewhere = async (): Promise<void> => {
    if (!isDialable(typed)) return field.current?.focus();
    if (await dialFromOtherDevice(typed)) type("");
  };
  const chosen = shownIndex === undefined ? undefined : suggestions[shownIndex];
  const press = usePadKeys({ field, typed, onType: type });
  return (
    <section className={classes.screen} aria-label="Dial pad">
      <div className={classes.pad}>
        <LineChoice line={line} onChoose={setLine} />
        <DialField
          ref={field}
          typed={typed}
          suggestions={suggestions}
          highlighted={shownIndex}
          onType={type}
          onHighlight={setHighlighted}
          onDial={() => void call(chosen?.value ?? typed)}
        />
        <EmergencyNoteHost typed={typed} />
        <Keypad label="Keys" hasPlus onKey={press} />
        <div className={classes.acts}>
          <RoundAct
            label="Call with video"
            icon={<Video size={20} />}
            onClick={() => void call(typed, true)}
          />
          <button type="button" className={classes.call} onClick={() => void call(chosen?.value ?? typed)}>
            <Phone size={20} aria-hidden="true" />
            Call
          </button>
          <RoundAct
            label="Delete last digit"
            icon={<Delete size={20} />}
            isDisabled={typed === ""}
            onClick={() => press("Backspace")}
          />
        </div>
        <button type="button" className={classes.elsewhere} onClick={() => void callElsewhere()}>
          <Smartphone size={15} aria-hidden="true" />
          Dial from other device
        </button>
      </div>
      <DialList
        typed={typed}
        suggestions={suggestions}
        highlighted={shownIndex}
        onDial={(number) => void call(number)}
      />
    </section>
  );
}

interface RoundActProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
}

function RoundAct({ label, icon, onClick, isDisabled = false }: RoundActProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.round}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
