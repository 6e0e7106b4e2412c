import { memo, type ReactNode, startTransition, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { AudioSection } from "../devices/audio-section.tsx";
import { SECTION_TITLES, type SectionId } from "./section-titles.ts";
import { AppearanceSection } from "./sections/appearance-section.tsx";
import { BlockedSection } from "./sections/blocked-section.tsx";
import { AnsweringSettings, PlacingSettings } from "./sections/calling-section.tsx";
import { ExternalAppSection } from "./sections/external-app-section.tsx";
import { FiltersSection } from "./sections/filters-section.tsx";
import { ForwardingSection } from "./sections/forwarding-section.tsx";
import {
  DefaultFaxLineSetting,
  DefaultSmsLineSetting,
  FaxLinesSetting,
  FaxOptionsSetting,
  GreetingsSetting,
  PhoneLineSetting,
  SignatureSetting,
  SmsLinesSetting,
  VoicemailBoxesSetting,
} from "./sections/lines-section.tsx";
import { NotificationsSection } from "./sections/notifications-section.tsx";
import { DestinationSetting, MusicSettings, RejectionSettings } from "./sections/phone-section.tsx";
import { SecuritySettings } from "./sections/security-settings.tsx";
import { SoundsSection } from "./sections/sounds-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { ShortcutsSection } from "./shortcuts/shortcuts-section.tsx";

/** What is built at one go. The same elements each time: the next part builds none of those before it anew. */
const PARTS: Readonly<Record<SectionId, readonly ReactNode[]>> = {
  lines: [
    <PhoneLineSetting key="phone" />,
    <SmsLinesSetting key="sms" />,
    <DefaultSmsLineSetting key="default-sms" />,
    <SignatureSetting key="signature" />,
    <VoicemailBoxesSetting key="voicemail" />,
    <GreetingsSetting key="greetings" />,
    <FaxLinesSetting key="fax" />,
    <DefaultFaxLineSetting key="default-fax" />,
    <FaxOptionsSetting key="fax-options" />,
  ],
  forwarding: [<ForwardingSection key="forwarding" />],
  phone: [
    <RejectionSettings key="rejection" />,
    <DestinationSetting key="dnd" when="dnd" />,
    <DestinationSetting key="busy" when="busy" />,
    <DestinationSetting key="unanswered" when="unanswered" />,
    <MusicSettings key="music" />,
  ],
  blocked: [<BlockedSection key="blocked" />],
  appearance: [<AppearanceSection key="appearance" />],
  calling: [<PlacingSettings key="placing" />, <AnsweringSettings key="answering" />],
  audio: [<AudioSection key="audio" />],
  sounds: [<SoundsSection key="sounds" />],
  notifications: [<NotificationsSection key="notifications" />],
  "external-app": [<ExternalAppSection key="external-app" />],
  shortcuts: [<ShortcutsSection key="shortcuts" />],
  filters: [<FiltersSection key="filters" />],
  security: [<SecuritySettings key="security" />],
};
const PART_COUNT = Object.values(PARTS).flat().length;

/** How many parts of each section are there when `built` of all are, from the top. */
function builtOfEach(sections: readonly SectionId[], built: number): number[] {
  let left = built;
  return sections.map((id) => {
    const count = Math.min(PARTS[id].length, left);
    left -= count;
    return count;
  });
}

/** A machine that never rests, or a tab behind another, must not keep the last setting from its user. */
const ALL_BY_MS = 3_000;

/** Counts up to `total`, a step each time the one before is on the screen and the browser rests: clicks come first. */
function useGradually(total: number): number {
  const { browser } = usePlatform();
  const [count, setCount] = useState(1);
  useEffect(
    () => browser.clock.schedule(ALL_BY_MS, () => startTransition(() => setCount(total))),
    [browser, total],
  );
  useEffect(() => {
    if (count >= total) return;
    let isHere = true;
    void browser.afterPaint().then(() => {
      if (isHere) startTransition(() => setCount(count + 1));
    });
    return () => {
      isHere = false;
    };
  }, [browser, count, total]);
  return count;
}

export interface SettingsSectionsProps {
  readonly sections: readonly SectionId[];
  readonly isSearching: boolean;
}

/** The settings themselves, one after the other: a page with all of them at once would leave clicks unheard. */
export function SettingsSections({ sections, isSearching }: SettingsSectionsProps): ReactNode {
  const gradually = useGradually(PART_COUNT);
  // Whoever looks for something looks in all of it.
  const built = builtOfEach(sections, isSearching ? PART_COUNT : gradually);
  return sections.map((id, index) => <OneSection key={id} id={id} built={built[index] ?? 0} />);
}

interface OneSectionProps {
  readonly id: SectionId;
  /** So many of its parts are there. */
  readonly built: number;
}

/** Built once: neither the next section nor a letter in the search box builds those before it anew. */
const OneSection = memo(function OneSection({ id, built }: OneSectionProps): ReactNode {
  const parts = PARTS[id];
  return (
    <SettingsSection id={id} title={SECTION_TITLES[id]} isWaiting={built < parts.length}>
      {parts.slice(0, built)}
    </SettingsSection>
  );
});
