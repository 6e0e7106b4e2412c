import { Loader } from "@mantine/core";
import type { DestinationType, PhoneUpdate } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import type { ReactNode } from "react";
import { failureText } from "../../../platform/api-failure.ts";
import { useActivePhone, usePhoneLine } from "../../calls/index.ts";
import { SelectSetting, SwitchSetting, TextSetting } from "./setting-controls.tsx";
import { SettingRow } from "./setting-row.tsx";

const DESTINATIONS: readonly { readonly value: DestinationType; readonly label: string }[] = [
  { value: "", label: "As the company has it" },
  { value: "voicemail", label: "Voicemail" },
  { value: "phone", label: "A colleague's phone" },
  { value: "huntgroup", label: "A hunt group" },
  { value: "queue", label: "A queue" },
  { value: "number", label: "Another number" },
  { value: "hangup", label: "Hang up" },
];

/** Types that need to know which one. */
const NEEDS_NUMBER: ReadonlySet<DestinationType> = new Set(["phone", "huntgroup", "queue", "number"]);

const DEFAULT_MUSIC = "default";
const MUSIC = [
  { value: DEFAULT_MUSIC, label: "As the company has it" },
  { value: "none", label: "None" },
] as const;

type ChangePhone = (fields: Omit<PhoneUpdate, "phone">) => void;

function useChangePhone(): ChangePhone {
  const line = usePhoneLine();
  const snackbar = useSnackbar();
  return (fields) => {
    line.update(fields).catch((failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }));
  };
}

export function RejectionSettings(): ReactNode {
  const phone = useActivePhone();
  const change = useChangePhone();
  if (!phone) return <SettingRow label="Phone">{() => <Loader size="sm" />}</SettingRow>;
  return (
    <>
      <SwitchSetting
        label="Do not disturb"
        description="Calls go to voicemail."
        keywords="dnd"
        isOn={phone.dnd === "1"}
        onChange={(isOn) => change({ dnd: isOn ? "1" : "0" })}
      />
      <SwitchSetting
        label="Reject anonymous calls"
        description="Callers who hide their number do not get through."
        keywords="acr private"
        isOn={phone.acr === "1"}
        onChange={(isOn) => change({ acr: isOn ? "1" : "0" })}
      />
    </>
  );
}

export function DndDestination(): ReactNode {
  const phone = useActivePhone();
  const change = useChangePhone();
  if (!phone) return null;
  return (
    <DestinationSetting
      label="While do not disturb is on"
      type={phone.dtype}
      number={phone.dnumber}
      onType={(dtype) => change({ dtype })}
      onNumber={(dnumber) => change({ dnumber })}
    />
  );
}

export function BusyDestination(): ReactNode {
  const phone = useActivePhone();
  const change = useChangePhone();
  if (!phone) return null;
  return (
    <DestinationSetting
      label="When the line is busy"
      type={phone.btype}
      number={phone.bnumber}
      onType={(btype) => change({ btype })}
      onNumber={(bnumber) => change({ bnumber })}
    />
  );
}

export function UnansweredDestination(): ReactNode {
  const phone = useActivePhone();
  const change = useChangePhone();
  if (!phone) return null;
  return (
    <DestinationSetting
      label="When nobody answers"
      type={phone.utype}
      number={phone.unumber}
      onType={(utype) => change({ utype })}
      onNumber={(unumber) => change({ unumber })}
    />
  );
}

export function MusicSettings(): ReactNode {
  const phone = useActivePhone();
  const change = useChangePhone();
  if (!phone) return null;
  return (
    <>
      <SelectSetting
        label="Music on hold"
        value={MUSIC.find(({ value }) => value === phone.music)?.value ?? DEFAULT_MUSIC}
        options={MUSIC}
        onChange={(music) => change({ music })}
      />
      <SwitchSetting
        label="Music instead of ringing"
        description="What callers hear while your phone rings."
        isOn={phone.music_ringing === "1"}
        onChange={(isOn) => change({ music_ringing: isOn ? "1" : "0" })}
      />
    </>
  );
}

interface DestinationSettingProps {
  readonly label: string;
  readonly type: DestinationType;
  readonly number: string;
  readonly onType: (type: DestinationType) => void;
  readonly onNumber: (number: string) => void;
}

function DestinationSetting({ label, type, number, onType, onNumber }: DestinationSettingProps): ReactNode {
  return (
    <>
      <SelectSetting
        label={label}
        description="Where calls go then."
        keywords="forward busy unanswered destination"
        value={type}
        options={DESTINATIONS}
        onChange={onType}
      />
      {NEEDS_NUMBER.has(type) && (
        <TextSetting
          label={`${label}: number`}
          inputMode="tel"
          value={number}
          problemOf={(text) => (/^[\d\s()+.*#-]*$/.test(text) ? undefined : "Invalid phone format")}
          onChange={onNumber}
        />
      )}
    </>
  );
}
