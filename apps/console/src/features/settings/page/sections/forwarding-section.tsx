import { Button, Text, TextInput } from "@mantine/core";
import type { Phone } from "@offhook/contract";
import { formatPhone, parseDialString } from "@offhook/telephony";
import { LoadError, useSnackbar } from "@offhook/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { useLine, usePhoneLine } from "../../../lines/index.ts";
import { useUser } from "../../../session/index.ts";
import { PendingSetting } from "../setting-controls.tsx";
import { SettingRow } from "../setting-row.tsx";
import { useArrived } from "../use-arrived.ts";

const KEYWORDS = "forward forwarding call divert";

/** One row a phone line: the number its calls go to, as the line itself says. */
export function ForwardingSection(): ReactNode {
  const { phones } = useUser();
  const { failure, load } = useAllLines();
  return (
    <>
      {phones.map(({ name, label }) => (
        <ForwardingRow key={name} name={name} label={label || name} />
      ))}
      {failure !== undefined && (
        <LoadError onRetry={load}>
          <Text span c="var(--mantine-color-error)">
            Could not load your phone lines: {failure}
          </Text>
        </LoadError>
      )}
    </>
  );
}

function useAllLines(): { readonly failure: string | undefined; readonly load: () => void } {
  const line = usePhoneLine();
  const [failure, setFailure] = useState<string>();
  const load = useCallback((): void => {
    line.loadAll().then(
      () => setFailure(undefined),
      (refusal: unknown) => setFailure(failureText(refusal)),
    );
  }, [line]);
  useEffect(load, [load]);
  return { failure, load };
}

interface RowProps {
  readonly name: string;
  readonly label: string;
}

function ForwardingRow({ name, label }: RowProps): ReactNode {
  const phone = useArrived(useLine(name));
  if (!phone) return <PendingSetting label={label} keywords={KEYWORDS} control="field" />;
  return <LineForwarding phone={phone} label={label} />;
}

function LineForwarding({ phone, label }: { readonly phone: Phone; readonly label: string }): ReactNode {
  const line = usePhoneLine();
  const snackbar = useSnackbar();
  const saved = phone.forwarding;
  const [typed, setTyped] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const shown = typed ?? (saved === "" ? "" : formatPhone(saved));

  const forward = async (number: string): Promise<void> => {
    setIsBusy(true);
    try {
      await line.setForwarding(number, phone.name);
      setTyped(undefined);
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    } finally {
      setIsBusy(false);
    }
  };
  const number = parseDialString(shown).number;
  return (
    <SettingRow
      label={label}
      description={saved === "" ? "Not forwarded." : `All calls go to ${formatPhone(saved)}.`}
      keywords={KEYWORDS}
    >
      {({ labelId }) => (
        <>
          <TextInput
            aria-labelledby={labelId}
            w={180}
            inputMode="tel"
            placeholder="Number"
            value={shown}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {saved === "" || typed !== undefined ? (
            <Button
              variant="default"
              loading={isBusy}
              disabled={number === ""}
              onClick={() => void forward(number)}
            >
              Forward
            </Button>
          ) : (
            <Button variant="light" color="red" loading={isBusy} onClick={() => void forward("")}>
              Turn off
            </Button>
          )}
        </>
      )}
    </SettingRow>
  );
}
