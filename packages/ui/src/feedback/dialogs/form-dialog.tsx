import { Modal, type ModalProps } from "@mantine/core";
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useConfirm } from "./confirm.tsx";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What is typed to find something is no loss. */
const TEXT_FIELDS =
  'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"]):not([role="combobox"])';

/**
 * A dialog in which people write. Escape, the cross and a click beside it ask before they throw away what was typed;
 * the dialog's own buttons say what they do and do not ask.
 */
export function FormDialog({ onClose, ...props }: ModalProps): ReactNode {
  const confirm = useConfirm();
  useFocusBack(props.opened);
  const entered = useRef(new Map<TextField, string>());
  const isAsking = useRef(false);

  const remember = ({ target }: FocusEvent): void => {
    if (!target.matches(TEXT_FIELDS)) return;
    const field = target as TextField;
    if (!entered.current.has(field)) entered.current.set(field, field.value);
  };
  const close = async (): Promise<void> => {
    if (isAsking.current) return;
    const isChanged = [...entered.current].some(
      ([field, before]) => field.isConnected && field.value !== before,
    );
    if (isChanged) {
      isAsking.current = true;
      const isMeant = await confirm({
        title: "Discard your changes?",
        text: "What you typed is not saved yet.",
        acceptLabel: "Discard",
        cancelLabel: "Keep editing",
        isDestructive: true,
      });
      isAsking.current = false;
      if (!isMeant) return;
    }
    entered.current.clear();
    onClose();
  };
  return <Modal {...props} onFocusCapture={remember} onClose={() => void close()} />;
}

/** Mantine gives the focus back where a dialog closes and stays; most of ours come and go with what opens them. */
function useFocusBack(isOpen: boolean): void {
  const [before] = useState(() => (isOpen ? document.activeElement : null));
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
