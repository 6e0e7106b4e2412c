import type { ActiveLine, MyProfile } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUser } from "../../../session/index.ts";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { ListSetting, SelectSetting, TextSetting } from "../setting-controls.tsx";
import { SettingRow } from "../setting-row.tsx";
import classes from "../settings-page.module.css";

export function smsLinesOf(user: MyProfile): ActiveLine[] {
  return user.sms_lines.map(({ sms_line, sms_linename }) => ({
    name: sms_linename,
    title: sms_linename,
    subtitle: formatPhone(sms_line),
    value: sms_line,
  }));
}

export function voicemailBoxesOf(user: MyProfile): ActiveLine[] {
  return user.vox_boxes.map(({ name, label }) => ({
    name,
    title: label || name,
    subtitle: name,
    value: name,
  }));
}

export function faxLinesOf(user: MyProfile): ActiveLine[] {
  return user.fax_lines.map(({ fax_line, fax_linename }) => ({
    name: fax_linename,
    title: fax_linename,
    subtitle: formatPhone(fax_line),
    value: fax_line,
  }));
}

const optionOf = ({ title, subtitle, value }: ActiveLine) => ({
  value,
  label: subtitle === value && title === subtitle ? title : `${title} · ${subtitle}`,
});

export function PhoneLineSetting(): ReactNode {
  const user = useUser();
  const activePhoneLine = useSettings((settings) => settings.activePhoneLine);
  const change = useChangeSettings();
  if (!user.features.calls) return null;
  return (
    <SelectSetting
      label="Active phone line"
      description="The line you call from, and that rings here."
      value={user.phones.find(({ name }) => name === activePhoneLine)?.name ?? user.phones[0]?.name ?? null}
      options={user.phones.map(({ name, label, callerID }) => ({
        value: name,
        label: [label || name, formatPhone(callerID)].filter(Boolean).join(" · "),
      }))}
      onChange={(chosen) => change({ activePhoneLine: chosen })}
    />
  );
}

export function SmsLinesSetting(): ReactNode {
  const user = useUser();
  const active = useSettings((settings) => settings.activeSmsLines);
  const change = useChangeSettings();
  if (!user.features.messaging) return null;
  return (
    <ActiveLinesSetting
      label="Active SMS lines"
      description="Lines shown in your inbox and unread count."
      lines={smsLinesOf(user)}
      active={active}
      onChange={(activeSmsLines) => change({ activeSmsLines })}
    />
  );
}

export function DefaultSmsLineSetting(): ReactNode {
  const user = useUser();
  const chosen = useSettings((settings) => settings.defaultSmsLine);
  const change = useChangeSettings();
  if (!user.features.messaging) return null;
  const lines = smsLinesOf(user);
  return (
    <SelectSetting
      label="Default SMS line"
      description="New messages are sent from here."
      value={chosen ?? lines[0]?.value ?? null}
      options={lines.map(optionOf)}
      placeholder="No SMS line"
      onChange={(defaultSmsLine) => change({ defaultSmsLine })}
    />
  );
}

export function SignatureSetting(): ReactNode {
  const { features } = useUser();
  const signature = useSettings((settings) => settings.defaultSignature);
  const change = useChangeSettings();
  if (!features.messaging) return null;
  return (
    <TextSetting
      label="Signature"
      description="Added to the end of every new message."
      keywords="sms text"
      isWide
      value={signature}
      problemOf={(text) => (text.length > 1000 ? "At most 1000 characters" : undefined)}
      onChange={(defaultSignature) => change({ defaultSignature })}
    />
  );
}

export function VoicemailBoxesSetting(): ReactNode {
  const user = useUser();
  const active = useSettings((settings) => settings.activeVoicemails);
  const change = useChangeSettings();
  if (!user.features.voicemail) return null;
  return (
    <ActiveLinesSetting
      label="Active voicemail boxes"
      description="Mailboxes shown in your list and unread count."
      lines={voicemailBoxesOf(user)}
      active={active}
      onChange={(activeVoicemails) => change({ activeVoicemails })}
    />
  );
}

/** What callers hear, mail and live voicemail stand on a screen of each box. */
export function GreetingsSetting(): ReactNode {
  const { features, vox_boxes: boxes } = useUser();
  if (!features.voicemail || boxes.length === 0) return null;
  return (
    <SettingRow
      label="Greetings and voicemail options"
      description="What callers hear, messages by mail, live voicemail."
      keywords="mailbox greeting record vacation busy"
    >
      {({ controlId, labelId }) => (
        <nav id={controlId} aria-labelledby={labelId} className={classes.links}>
          {boxes.map(({ name, label }) => (
            <Link key={name} to="/voicemails/boxes/$mailbox" params={{ mailbox: name }}>
              {label || name}
            </Link>
          ))}
        </nav>
      )}
    </SettingRow>
  );
}

export function FaxLinesSetting(): ReactNode {
  const user = useUser();
  const active = useSettings((settings) => settings.activeFaxes);
  const change = useChangeSettings();
  if (!user.features.fax) return null;
  return (
    <ActiveLinesSetting
      label="Active fax lines"
      description="Lines whose faxes are listed and counted here."
      lines={faxLinesOf(user)}
      active={active}
      onChange={(activeFaxes) => change({ activeFaxes })}
    />
  );
}

export function DefaultFaxLineSetting(): ReactNode {
  const user = useUser();
  const chosen = useSettings((settings) => settings.defaultFaxLine);
  const change = useChangeSettings();
  if (!user.features.fax) return null;
  const lines = faxLinesOf(user);
  return (
    <SelectSetting
      label="Default fax line"
      description="New faxes are sent from here."
      value={chosen ?? lines[0]?.value ?? null}
      options={lines.map(optionOf)}
      placeholder="No fax line"
      onChange={(defaultFaxLine) => change({ defaultFaxLine })}
    />
  );
}

/** Who gets mail about faxes stands on a screen of each line. */
export function FaxOptionsSetting(): ReactNode {
  const { features, fax_lines: lines } = useUser();
  if (!features.fax || lines.length === 0) return null;
  return (
    <SettingRow
      label="Fax line options"
      description="New faxes and receipts by mail."
      keywords="email receipt"
    >
      {({ controlId, labelId }) => (
        <nav id={controlId} aria-labelledby={labelId} className={classes.links}>
          {lines.map(({ fax_line, fax_linename }) => (
            <Link key={fax_line} to="/faxes/lines/$mailbox" params={{ mailbox: fax_line }}>
              {fax_linename}
            </Link>
          ))}
        </nav>
      )}
    </SettingRow>
  );
}

interface ActiveLinesSettingProps {
  readonly label: string;
  readonly description: string;
  readonly lines: readonly ActiveLine[];
  /** Null: never chosen, so all of them. */
  readonly active: readonly ActiveLine[] | null;
  readonly onChange: (active: ActiveLine[]) => void;
}

function ActiveLinesSetting({ lines, active, onChange, ...words }: ActiveLinesSettingProps): ReactNode {
  const chosen = new Set((active ?? lines).map(({ value }) => value));
  return (
    <ListSetting
      {...words}
      values={lines.filter(({ value }) => chosen.has(value)).map(({ value }) => value)}
      options={lines.map(optionOf)}
      empty="None assigned to you"
      onChange={(values) => onChange(lines.filter(({ value }) => values.includes(value)))}
    />
  );
}
