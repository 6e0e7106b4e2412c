import { KEYPAD_KEYS, type KeypadKey, keypadLetters } from "@offhook/telephony";
import { type PointerEvent, type ReactNode, useRef } from "react";
import { useSoundPlayer } from "../../../platform/sounds/sound-context.ts";
import classes from "./keypad.module.css";

const LONG_PRESS_MS = 500;
const KEY_NAMES: Readonly<Partial<Record<KeypadKey, string>>> = { "*": "Star", "#": "Hash" };

export interface KeypadProps {
  readonly label: string;
  /** A key of the phone, or the plus that a long press of 0 gives. */
  readonly onKey: (key: string) => void;
  /** Without it a long press of 0 is a 0, as in a call, where a plus cannot be sent. */
  readonly hasPlus?: boolean;
  /** The phone sounds the key itself, in a call say. */
  readonly isSilent?: boolean;
}

/** The twelve keys of a phone, each with its tone. */
export function Keypad({ label, onKey, hasPlus = false, isSilent = false }: KeypadProps): ReactNode {
  const sounds = useSoundPlayer();
  const press = (key: string): void => {
    if (!isSilent) sounds.playKey(key === "+" ? "0" : key);
    onKey(key);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame into a grid of keys.
    <div role="group" aria-label={label} className={classes.pad}>
      {KEYPAD_KEYS.map((key) => (
        <Key key={key} name={key} onPress={press} hasPlus={hasPlus && key === "0"} />
      ))}
    </div>
  );
}

interface KeyProps {
  readonly name: KeypadKey;
  readonly onPress: (key: string) => void;
  readonly hasPlus: boolean;
}

function Key({ name, onPress, hasPlus }: KeyProps): ReactNode {
  const timer = useRef<number>(undefined);
  const wasLong = useRef(false);
  const below = hasPlus ? "+" : keypadLetters(name);

  const hold = (event: PointerEvent): void => {
    if (!hasPlus || event.button !== 0) return;
    wasLong.current = false;
    timer.current = window.setTimeout(() => {
      wasLong.current = true;
      onPress("+");
    }, LONG_PRESS_MS);
  };
  const release = (): void => window.clearTimeout(timer.current);
  const click = (): void => {
    release();
    // The long press has had its effect already.
    if (!wasLong.current) onPress(name);
    wasLong.current = false;
  };
  return (
    <button
      type="button"
      className={classes.key}
      aria-label={hasPlus ? `${name}, hold for plus` : KEY_NAMES[name]}
      onPointerDown={hold}
      onPointerLeave={release}
      onPointerCancel={release}
      onClick={click}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className={classes.digit} data-sign={/[*#]/.test(name) || undefined}>
        {name}
      </span>{" "}
      <span className={classes.letters}>{below}</span>
    </button>
  );
}
