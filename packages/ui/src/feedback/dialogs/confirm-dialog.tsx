import { Button, Checkbox, Group, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { keepEscape } from "../keep-escape.ts";
import type { ConfirmRequest } from "./confirm-request.ts";

const WIDTH = 470;

export interface ConfirmDialogProps {
  readonly request: ConfirmRequest;
  readonly isOpen: boolean;
  readonly onAnswer: (request: ConfirmRequest, isAccepted: boolean, isDoNotShowChecked: boolean) => void;
}

export function ConfirmDialog({ request, isOpen, onAnswer }: ConfirmDialogProps): ReactNode {
  return (
    <Modal
      opened={isOpen}
      // Above the dialog it may be asked from, below menus.
      zIndex={250}
      onClose={() => onAnswer(request, false, false)}
      // The dialog below must not take the key as its own: it would close too, or ask again.
      closeOnEscape={false}
      onFocusCapture={keepEscape}
      onKeyDown={(event) => event.key === "Escape" && onAnswer(request, false, false)}
      size={WIDTH}
      title={request.title ?? "Are you sure?"}
    >
      <Question key={request.key} request={request} onAnswer={onAnswer} />
    </Modal>
  );
}

function Question({ request, onAnswer }: Pick<ConfirmDialogProps, "request" | "onAnswer">): ReactNode {
  const [isDoNotShowChecked, setIsDoNotShowChecked] = useState(request.isRemembered);
  // From the check on there is only one choice left to remember, so only that one is offered.
  const canCancel = !isDoNotShowChecked;
  return (
    <>
      <Text component="div">{request.text ?? "Are you sure you want to perform this action?"}</Text>
      <Group justify="space-between" mt="lg" gap="sm">
        {request.id !== undefined && !request.isRemembered ? (
          <Checkbox
            label="Do not show again"
            size="sm"
            checked={isDoNotShowChecked}
            onChange={(event) => setIsDoNotShowChecked(event.currentTarget.checked)}
          />
        ) : (
          <span />
        )}
        <Group gap="xs" ml="auto">
          {canCancel && (
            <Button
              variant="default"
              onClick={() => onAnswer(request, false, false)}
              {...(request.isDestructive ? { "data-autofocus": true } : {})}
            >
              {request.cancelLabel ?? "Cancel"}
            </Button>
          )}
          <Button
            {...(request.isDestructive ? { color: "red" } : { "data-autofocus": true })}
            onClick={() => onAnswer(request, true, isDoNotShowChecked)}
          >
            {request.acceptLabel ?? "Accept"}
          </Button>
        </Group>
      </Group>
    </>
  );
}
