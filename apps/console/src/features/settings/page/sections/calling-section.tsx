import type { IncomingPosition, LiveCallHandler } from "@offhook/contract";
import { formatPhone, otherDeviceNumber } from "@offhook/telephony";
import type { ReactNode } from "react";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { SelectSetting, SwitchSetting, TextSetting } from "../setting-controls.tsx";

const HANDLERS: readonly { readonly value: LiveCallHandler["value"]; readonly label: string }[] = [
  { value: "soft", label: "This app" },
  { value: "mobile", label: "My mobile phone" },
  { value: "other", label: "Another application" },
];

const POSITIONS: readonly { readonly value: IncomingPosition; readonly label: string }[] = [
  { value: "topLeft", label: "Top left" },
  { value: "topRight", label: "Top right" },
  { value: "bottomLeft", label: "Bottom left" },
  { value: "bottomRight", label: "Bottom right" },
];

export function PlacingSettings(): ReactNode {
  const settings = useSettings((all) => all);
  const change = useChangeSettings();
  return (
    <>
      <SelectSetting
        label="Handle live calls with"
        description="With another application, calls here have no answer and decline buttons."
        keywords="softphone mobile"
        value={settings.liveCallHandler.value}
        options={HANDLERS}
        onChange={(value) => {
          const title = HANDLERS.find((handler) => handler.value === value)?.label ?? "";
          change({ liveCallHandler: { value, title } });
        }}
      />
      <TextSetting
        label="Mobile phone number"
        description="Rings first when you call from another device."
        keywords="cell other device"
        inputMode="tel"
        value={formatPhone(settings.mobilePhoneNumber)}
        placeholder="(212) 555-0110"
        problemOf={(text) =>
          text === "" || otherDeviceNumber(text) !== undefined ? undefined : "Invalid phone format"
        }
        onChange={(mobilePhoneNumber) => change({ mobilePhoneNumber })}
      />
      <SwitchSetting
        label="Review before dialing"
        description="A number you click is put on the dial pad first."
        isOn={settings.reviewBeforeDialing}
        onChange={(reviewBeforeDialing) => change({ reviewBeforeDialing })}
      />
    </>
  );
}

export function AnsweringSettings(): ReactNode {
  const settings = useSettings((all) => all);
  const change = useChangeSettings();
  return (
    <>
      <SwitchSetting
        label="Answer automatically"
        description="Your own phone answers automatically when you start a call from the console."
        keywords="auto answer"
        isOn={settings.autoAnswer === 1}
        onChange={(isOn) => change({ autoAnswer: isOn ? 1 : 0 })}
      />
      <SwitchSetting
        label="Yealink desk phone"
        description="Calls are handled on a Yealink phone on your desk."
        keywords="integration desk phone"
        isOn={settings.yealinkIntegration}
        onChange={(yealinkIntegration) => change({ yealinkIntegration })}
      />
      <TextSetting
        label="Doorbell code"
        description="Keys sent when you press Open on a doorbell call."
        keywords="dtmf door"
        value={settings.doorbellDtmf}
        problemOf={(text) => (/^[0-9*#]{0,16}$/.test(text) ? undefined : "Only 0 to 9, * and #, at most 16")}
        onChange={(doorbellDtmf) => change({ doorbellDtmf })}
      />
      <SelectSetting
        label="Position of incoming calls"
        description="The corner in which a ringing call appears."
        value={settings.incomingPosition}
        options={POSITIONS}
        onChange={(incomingPosition) => change({ incomingPosition })}
      />
    </>
  );
}
