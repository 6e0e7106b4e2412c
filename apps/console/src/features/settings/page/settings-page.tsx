import { Loader, Text, TextInput } from "@mantine/core";
import { EmptyState } from "@offhook/ui";
import {
  AppWindow,
  Ban,
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
import { memo, type ReactNode, useDeferredValue, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";
import { useUser } from "../../session/index.ts";
import { useSaveState } from "../settings-context.ts";
import { SECTION_TITLES, type SectionId } from "./section-titles.ts";
import { foldForSearch, SettingsSearchProvider } from "./setting-row.tsx";
import classes from "./settings-page.module.css";
import { SettingsSection } from "./settings-section.tsx";

const ICONS: Readonly<Record<SectionId, LucideIcon>> = {
  lines: ListChecks,
  forwarding: PhoneForwarded,
  phone: SlidersHorizontal,
  blocked: Ban,
  appearance: Palette,
  calling: PhoneCall,
  audio: Headphones,
  sounds: Volume2,
  notifications: BellRing,
  "external-app": AppWindow,
  shortcuts: Keyboard,
  filters: Filter,
  security: ShieldCheck,
};
const SECTIONS = Object.keys(SECTION_TITLES) as SectionId[];
const OF_CALLS: ReadonlySet<SectionId> = new Set(["forwarding", "phone", "blocked", "calling", "audio"]);
const WITHOUT_CALLS = SECTIONS.filter((id) => !OF_CALLS.has(id));

function useSections(): readonly SectionId[] {
  return useUser().features.calls ? SECTIONS : WITHOUT_CALLS;
}

// The page with its search and contents is there at once; the settings come one after the other.
const SettingsSections = latePart(() => import("./settings-sections.tsx"), "SettingsSections", <Outlines />);

/** The places of the sections until they have come. */
function Outlines(): ReactNode {
  return useSections().map((id) => (
    <SettingsSection key={id} id={id} title={SECTION_TITLES[id]} isWaiting>
      {null}
    </SettingsSection>
  ));
}

export function SettingsPage(): ReactNode {
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(foldForSearch(typed));
  const sections = useSections();
  const isPainted = usePainted();
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
              {isPainted ? <SettingsSections sections={sections} isSearching={query !== ""} /> : <Outlines />}
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

const Contents = memo(function Contents(): ReactNode {
  const sections = useSections();
  return (
    <nav aria-label="Settings" className={classes.aside}>
      <ul className={classes.contents}>
        {sections.map((id) => {
          const Icon = ICONS[id];
          return (
            <li key={id}>
              <a href={`#${id}`}>
                <Icon size={16} aria-hidden="true" />
                {SECTION_TITLES[id]}
              </a>
            </li>
          );
        })}
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
