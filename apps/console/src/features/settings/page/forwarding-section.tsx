import { Button, TextInput } from "@mantine/core";
import type { ProfilePhone } from "@offhook/contract";
import { formatPhone, parseDialString } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useChangeSettings, useSettings } from "../settings-context.ts";
import { SettingRow } from "./setting-row.tsx";

/** One row a phone line: the number its calls go to. Kept in the settings too, so that it can be turned on again. */
export function ForwardingSection(): ReactNode {
  const { phones } = useUser();
  return phones.map((phone) => <ForwardingRow key={phone.name} phone={phone} />);
}

function ForwardingRow({ phone }: { readonly phone: ProfilePhone }): ReactNode {
  const { client } = usePlatform();
  const numbers = useSettings((settings) => settings.fwPhoneNr);
  const change = useChangeSettings();
  const snackbar = useSnackbar();
  const saved = numbers[phone.name] ?? "";
  const [typed, setTyped] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const shown = typed ?? (saved === "" ? "" : formatPhone(saved));

  const forward = async (number: string): Promise<void> => {
    setIsBusy(true);
    try {
      await client.setForwarding({ body: { phone: phone.name, number } });
      change({ fwPhoneNr: { ...numbers, [phone.name]: number } });
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
      label={phone.label || phone.name}
      description={saved === "" ? "Calls ring here." : `All calls go to ${formatPhone(saved)}.`}
      keywords="forward forwarding call divert"
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
