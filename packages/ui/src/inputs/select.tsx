import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type SelectProps,
} from "@mantine/core";
import { type FocusEventHandler, type ReactNode, useState } from "react";

interface DropdownEvents {
  readonly onFocus?: FocusEventHandler<HTMLInputElement> | undefined;
  readonly onDropdownOpen?: (() => void) | undefined;
  readonly defaultDropdownOpened?: boolean | undefined;
}

/**
 * The list of a field is built, and placed on the screen, when the field is first entered. A page with twenty fields
 * would otherwise build and place twenty lists that nobody has asked for.
 */
function useListOnEntry({ onFocus, onDropdownOpen, defaultDropdownOpened = false }: DropdownEvents) {
  const [isEntered, setIsEntered] = useState(defaultDropdownOpened);
  const enter = (): void => setIsEntered(true);
  return {
    isEntered,
    onPointerEnter: enter,
    onFocus: (event: Parameters<FocusEventHandler<HTMLInputElement>>[0]): void => {
      enter();
      onFocus?.(event);
    },
    // A script may open it without having been there.
    onDropdownOpen: (): void => {
      enter();
      onDropdownOpen?.();
    },
  };
}

/** One of a list that drops down. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { isEntered, ...events } = useListOnEntry(props);
  const comboboxProps = { ...props.comboboxProps, disabled: !isEntered };
  return <MantineSelect {...props} {...events} comboboxProps={comboboxProps} />;
}

/** Any number of a list that drops down. */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>): ReactNode {
  const { isEntered, ...events } = useListOnEntry(props);
  const comboboxProps = { ...props.comboboxProps, disabled: !isEntered };
  return <MantineMultiSelect {...props} {...events} comboboxProps={comboboxProps} />;
}
