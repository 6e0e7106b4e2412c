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
import {
  type ComponentType,
  memo,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useState,
} from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { AudioSection } from "../devices/audio-section.tsx";
import { useSaveState } from "../settings-context.ts";
import { AppearanceSection } from "./appearance-section.tsx";
import { CallingSection } from "./calling-section.tsx";
import { ExternalAppSection } from "./external-app-section.tsx";
import { FiltersSection } from "./filters-section.tsx";
import { ForwardingSection } from "./forwarding-section.tsx";
import { LinesSection } from "./lines-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PhoneSection } from "./phone-section.tsx";
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
  readonly Content: ComponentType;
}

const SECTIONS: readonly Section[] = [
  { id: "lines", icon: ListChecks, Content: LinesSection },
  { id: "forwarding", icon: PhoneForwarded, Content: ForwardingSection },
  { id: "phone", icon: SlidersHorizontal, Content: PhoneSection },
  { id: "appearance", icon: Palette, Content: AppearanceSection },
  { id: "calling", icon: PhoneCall, Content: CallingSection },
  { id: "audio", icon: Headphones, Content: AudioSection },
  { id: "sounds", icon: Volume2, Content: SoundsSection },
  { id: "notifications", icon: BellRing, Content: NotificationsSection },
  { id: "external-app", icon: AppWindow, Content: ExternalAppSection },
  { id: "shortcuts", icon: Keyboard, Content: ShortcutsSection },
  { id: "filters", icon: Filter, Content: FiltersSection },
  { id: "security", icon: ShieldCheck, Content: SecuritySettings },
];

/** Counts up to `total`, a step each time the one before is on the screen and the browser rests: clicks come first. */
function useGradually(total: number): number {
  const { browser } = usePlatform();
  const [count, setCount] = useState(0);
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
  const built = useGradually(SECTIONS.length);
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
                <OneSection key={section.id} section={section} isWaiting={index >= built && query === ""} />
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
  readonly isWaiting: boolean;
}

/** Built once: neither the next section nor a letter in the search box builds those before it anew. */
const OneSection = memo(function OneSection({ section, isWaiting }: OneSectionProps): ReactNode {
  const { id, Content } = section;
  return (
    <SettingsSection id={id} title={SECTION_TITLES[id]} isWaiting={isWaiting}>
      <Content />
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
