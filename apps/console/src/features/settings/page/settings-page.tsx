import { Loader, Text, TextInput } from "@mantine/core";
import { EmptyState } from "@offhook/ui";
import {
  AppWindow,
  BellRing,
  CircleAlert,
  CircleCheck,
  Filter,
  Headphones,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Palette,
  PhoneCall,
  PhoneForwarded,
  Search,
  SearchX,
  ShieldCheck,
  SlidersHorizontal,
  Volume2,
} from "lucide-react";
import { memo, type ReactNode, startTransition, useDeferredValue, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { AudioSection } from "../devices/audio-section.tsx";
import { useSaveState } from "../settings-context.ts";
import { AppearanceSection } from "./appearance-section.tsx";
import { AnsweringSettings, PlacingSettings } from "./calling-section.tsx";
import { ExternalAppSection } from "./external-app-section.tsx";
import { FiltersSection } from "./filters-section.tsx";
import { ForwardingSection } from "./forwarding-section.tsx";
import {
  DefaultFaxLineSetting,
  DefaultSmsLineSetting,
  FaxLinesSetting,
  PhoneLineSetting,
  SignatureSetting,
  SmsLinesSetting,
  VoicemailBoxesSetting,
} from "./lines-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { DestinationSetting, MusicSettings, RejectionSettings } from "./phone-section.tsx";
import { SECTION_TITLES, type SectionId } from "./section-titles.ts";
import { SecuritySettings } from "./security-settings.tsx";
import { foldForSearch, SettingsSearchProvider } from "./setting-row.tsx";
import classes from "./settings-page.module.css";
import { SettingsSection } from "./settings-section.tsx";
import { ShortcutsSection } from "./shortcuts-section.tsx";
import { SoundsSection } from "./sounds-section.tsx";

interface Section {
  readonly id: SectionId;
  readonly icon: LucideIcon;
  /** What is built at one go. The same elements each time: the next part builds none of those before it anew. */
  readonly parts: readonly ReactNode[];
}

const SECTIONS: readonly Section[] = [
  {
    id: "lines",
    icon: ListChecks,
    parts: [
      <PhoneLineSetting key="phone" />,
      <SmsLinesSetting key="sms" />,
      <DefaultSmsLineSetting key="default-sms" />,
      <SignatureSetting key="signature" />,
      <VoicemailBoxesSetting key="voicemail" />,
      <FaxLinesSetting key="fax" />,
      <DefaultFaxLineSetting key="default-fax" />,
    ],
  },
  { id: "forwarding", icon: PhoneForwarded, parts: [<ForwardingSection key="forwarding" />] },
  {
    id: "phone",
    icon: SlidersHorizontal,
    parts: [
      <RejectionSettings key="rejection" />,
      <DestinationSetting key="dnd" when="dnd" />,
      <DestinationSetting key="busy" when="busy" />,
      <DestinationSetting key="unanswered" when="unanswered" />,
      <MusicSettings key="music" />,
    ],
  },
  { id: "appearance", icon: Palette, parts: [<AppearanceSection key="appearance" />] },
  {
    id: "calling",
    icon: PhoneCall,
    parts: [<PlacingSettings key="placing" />, <AnsweringSettings key="answering" />],
  },
  { id: "audio", icon: Headphones, parts: [<AudioSection key="audio" />] },
  { id: "sounds", icon: Volume2, parts: [<SoundsSection key="sounds" />] },
  { id: "notifications", icon: BellRing, parts: [<NotificationsSection key="notifications" />] },
  { id: "external-app", icon: AppWindow, parts: [<ExternalAppSection key="external-app" />] },
  { id: "shortcuts", icon: Keyboard, parts: [<ShortcutsSection key="shortcuts" />] },
  { id: "filters", icon: Filter, parts: [<FiltersSection key="filters" />] },
  { id: "security", icon: ShieldCheck, parts: [<SecuritySettings key="security" />] },
];
const PART_COUNT = SECTIONS.flatMap(({ parts }) => parts).length;

/** How many parts of each section are there when `built` of all are, from the top. */
function builtOfEach(built: number): number[] {
  let left = built;
  return SECTIONS.map(({ parts }) => {
    const count = Math.min(parts.length, left);
    left -= count;
    return count;
  });
}

/** A machine that never rests, or a tab behind another, must not keep the last setting from its user. */
const ALL_BY_MS = 3_000;

/** Counts up to `total`, a step each time the one before is on the screen and the browser rests: clicks come first. */
function useGradually(total: number): number {
  const { browser } = usePlatform();
  const [count, setCount] = useState(0);
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

export function SettingsPage(): ReactNode {
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(foldForSearch(typed));
  const gradually = useGradually(PART_COUNT);
  // Whoever looks for something looks in all of it.
  const built = builtOfEach(query === "" ? gradually : PART_COUNT);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <TextInput
          className={classes.search}
          type="search"
          placeholder="Search settings"
          aria-label="Search settings"
          leftSection={<Search size={16} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SaveIndicator />
      </div>
      <div className={classes.columns}>
        <Contents />
        <SettingsSearchProvider value={query}>
          <div>
            <div className={classes.sections}>
              {SECTIONS.map((section, index) => (
                <OneSection key={section.id} section={section} built={built[index] ?? 0} />
              ))}
            </div>
            <div className={classes.nothing}>
              <EmptyState icon={SearchX}>No setting is called “{typed.trim()}”.</EmptyState>
            </div>
          </div>
        </SettingsSearchProvider>
      </div>
    </div>
  );
}

interface OneSectionProps {
  readonly section: Section;
  /** So many of its parts are there. */
  readonly built: number;
}

/** Built once: neither the next section nor a letter in the search box builds those before it anew. */
const OneSection = memo(function OneSection({ section, built }: OneSectionProps): ReactNode {
  const { id, parts } = section;
  return (
    <SettingsSection id={id} title={SECTION_TITLES[id]} isWaiting={built < parts.length}>
      {parts.slice(0, built)}
    </SettingsSection>
  );
});

const Contents = memo(function Contents(): ReactNode {
  return (
    <nav aria-label="Settings" className={classes.aside}>
      <ul className={classes.contents}>
        {SECTIONS.map(({ id, icon: Icon }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Icon size={16} aria-hidden="true" />
              {SECTION_TITLES[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
});

function SaveIndicator(): ReactNode {
  const save = useSaveState();
  return (
    <Text className={classes.saved} size="sm" c="dimmed" role="status" data-save={save}>
      {save === "saving" && (
        <>
          <Loader size={12} aria-hidden="true" />
          Saving
        </>
      )}
      {save === "saved" && (
        <>
          <CircleCheck size={14} aria-hidden="true" /> Saved
        </>
      )}
      {save === "failed" && (
        <>
          <CircleAlert size={14} aria-hidden="true" /> Not saved yet, trying again
        </>
      )}
    </Text>
  );
}
