import { Pill } from "@mantine/core";
import { type FaxRecipient, MAX_FAX_RECIPIENTS } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { PersonField, useCaller } from "../../contacts/index.ts";
import classes from "./new-fax.module.css";
import { typedNumbers, withRecipients } from "./typed-numbers.ts";

export interface RecipientsFieldProps {
  readonly to: readonly FaxRecipient[];
  readonly onChange: (to: readonly FaxRecipient[]) => void;
  /** What is in the field; `allRecipients` has the number in it. */
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly isFocused?: boolean;
}

/** Whom a fax goes to: people out of the contacts, and numbers typed or pasted, several at once. */
export function RecipientsField(props: RecipientsFieldProps): ReactNode {
  const { to, onChange, typed, onTyped: setTyped, isFocused = false } = props;
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const add = (added: readonly FaxRecipient[]): void => {
    const all = withRecipients(to, added);
    setProblem(
      all.length > MAX_FAX_RECIPIENTS ? `A fax goes to up to ${MAX_FAX_RECIPIENTS} recipients.` : undefined,
    );
    onChange(all.slice(0, MAX_FAX_RECIPIENTS));
  };
  const take = (text: string): void => {
    const { recipients, rest } = typedNumbers(text);
    if (recipients.length > 0) add(recipients);
    setTyped(rest);
    if (rest !== "") setProblem(`${rest} is not a fax number.`);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Backspace" && typed === "" && to.length > 0) onChange(to.slice(0, -1));
    else if ((event.key === "Enter" || event.key === "," || event.key === ";") && typed.trim() !== "") {
      event.preventDefault();
      take(typed);
    }
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData("text/plain");
    // The field itself would make one line of several.
    if (!/[\n\r,;]/.test(text.trim())) return;
    event.preventDefault();
    take(`${typed} ${text}`);
  };
  return (
    <div className={classes.recipients}>
      {to.length > 0 && (
        <ul className={classes.chips} aria-label="Recipients">
          {to.map((recipient) => (
            <li key={recipient.number}>
              <Chip
                recipient={recipient}
                onRemove={() => {
                  onChange(to.filter(({ number }) => number !== recipient.number));
                  field.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <PersonField
        ref={field}
        by="fax"
        placeholder={to.length === 0 ? "To: names or fax numbers" : "Add another recipient"}
        typed={typed}
        onTyped={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
        onChosen={({ number, name }) => {
          add([{ number, name }]);
          setTyped("");
        }}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => take(typed)}
        error={problem}
        isFocused={isFocused}
      />
    </div>
  );
}

/**
 * For a button that sends: leaving the field makes a chip of what was typed, which moves the button away from under the
 * pointer before it is let go.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface ChipProps {
  readonly recipient: FaxRecipient;
  readonly onRemove: () => void;
}

function Chip({ recipient: { number, name }, onRemove }: ChipProps): ReactNode {
  const caller = useCaller(number);
  const shown = name || caller.name || "";
  const text = formatPhone(number);
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ "aria-label": `Remove ${shown || text}`, "aria-hidden": false, tabIndex: 0 }}
    >
      {shown !== "" && (
        <>
          <bdi>{shown}</bdi>
          {" · "}
        </>
      )}
      {text}
    </Pill>
  );
}
