import { Button, Text } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { useBlockedNumbers } from "../../../lines/index.ts";
import { SettingRow, useIsFound } from "../setting-row.tsx";

const KEYWORDS = "blocked numbers callers unblock block list spam";

/** Whose calls the user's lines do not let through, as it is now on every device. */
export function BlockedSection(): ReactNode {
  const blocked = useBlockedNumbers();
  const numbers = useStore(blocked.state, ({ numbers: all }) => all);
  const isFound = useIsFound(KEYWORDS);
  if (numbers.size > 0)
    return [...numbers].toSorted().map((number) => <BlockedRow key={number} number={number} />);
  if (!isFound) return null;
  return (
    <Text c="dimmed" p="md" data-setting>
      You have blocked no numbers. To block one, open a call of it in Calls and choose Block.
    </Text>
  );
}

function BlockedRow({ number }: { readonly number: string }): ReactNode {
  const blocked = useBlockedNumbers();
  const snackbar = useSnackbar();
  const failed = (failure: unknown): void => snackbar.show(failureText(failure), { tone: "error" });
  const name = formatPhone(number);
  const unblock = (): void => {
    const undo = (): void => {
      blocked.block(number).catch(failed);
    };
    blocked
      .unblock(number)
      .then(() => snackbar.show(`${name} is let through again`, { onUndo: undo }), failed);
  };
  return (
    <SettingRow label={name} description="Calls are turned away." keywords={`${KEYWORDS} ${number}`}>
      {({ controlId }) => (
        <Button id={controlId} variant="default" size="xs" onClick={unblock} aria-label={`Unblock ${name}`}>
          Unblock
        </Button>
      )}
    </SettingRow>
  );
}
