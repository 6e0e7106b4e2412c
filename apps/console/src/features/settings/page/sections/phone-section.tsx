import type { DestinationType, PhoneUpdate } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import type { ReactNode } from "react";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { useActivePhone, usePhoneLine } from "../../../lines/index.ts";
import { PendingSetting, SelectSetting, SwitchSetting, TextSetting } from "../setting-controls.tsx";
import { useArrived } from "../use-arrived.ts";

const DESTINATIONS: readonly { readonly value: DestinationType; readonly label: string }[] = [
  { value: "", label: "Company default" },
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
  { value: DEFAULT_MUSIC, label: "Company default" },
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

const DND = { label: "Do not disturb", description: "Calls go to voicemail.", keywords: "dnd" };
const ANONYMOUS = {
  label: "Reject anonymous calls",
  description: "Callers who hide their number do not get through.",
  keywords: "acr private",
};

export function RejectionSettings(): ReactNode {
  const phone = useArrived(useActivePhone());
  const change = useChangePhone();
  if (!phone)
    return (
      <>
        <PendingSetting {...DND} control="switch" />
        <PendingSetting {...ANONYMOUS} control="switch" />
      </>
    );
  return (
    <>
      <SwitchSetting
        {...DND}
        isOn={phone.dnd === "1"}
        onChange={(isOn) => change({ dnd: isOn ? "1" : "0" })}
      />
      <SwitchSetting
        {...ANONYMOUS}
        isOn={phone.acr === "1"}
        onChange={(isOn) => change({ acr: isOn ? "1" : "0" })}
      />
    </>
  );
}

const DESTINATION_OF = {
  dnd: { label: "While do not disturb is on", type: "dtype", number: "dnumber" },
  busy: { label: "When the line is busy", type: "btype", number: "bnumber" },
  unanswered: { label: "When nobody answers", type: "utype", number: "unumber" },
} as const;

export function DestinationSetting({ when }: { readonly when: keyof typeof DESTINATION_OF }): ReactNode {
  const phone = useArrived(useActivePhone());
  const change = useChangePhone();
  const { label, type, number } = DESTINATION_OF[when];
  const words = {
    label,
    description: "Where to send the call.",
    keywords: "forward busy unanswered destination",
  };
  if (!phone) return <PendingSetting {...words} control="field" />;
  return (
    <>
      <SelectSetting
        {...words}
        value={phone[type]}
        options={DESTINATIONS}
        onChange={(chosen) => change({ [type]: chosen })}
      />
      {NEEDS_NUMBER.has(phone[type]) && (
        <TextSetting
          label={`${label}: number`}
          inputMode="tel"
          value={phone[number]}
          problemOf={(text) => (/^[\d\s()+.*#-]*$/.test(text) ? undefined : "Invalid phone format")}
          onChange={(typed) => change({ [number]: typed })}
        />
      )}
    </>
  );
}

const MUSIC_ON_HOLD = { label: "Music on hold" };
const MUSIC_FOR_RINGING = {
  label: "Music instead of ringing",
  description: "What callers hear while your phone rings.",
};

export function MusicSettings(): ReactNode {
  const phone = useArrived(useActivePhone());
  const change = useChangePhone();
  if (!phone)
    return (
      <>
        <PendingSetting {...MUSIC_ON_HOLD} control="field" />
        <PendingSetting {...MUSIC_FOR_RINGING} control="switch" />
      </>
    );
  return (
    <>
      <SelectSetting
        {...MUSIC_ON_HOLD}
        value={MUSIC.find(({ value }) => value === phone.music)?.value ?? DEFAULT_MUSIC}
        options={MUSIC}
        onChange={(music) => change({ music })}
      />
      <SwitchSetting
        {...MUSIC_FOR_RINGING}
        isOn={phone.music_ringing === "1"}
        onChange={(isOn) => change({ music_ringing: isOn ? "1" : "0" })}
      />
    </>
  );
}
