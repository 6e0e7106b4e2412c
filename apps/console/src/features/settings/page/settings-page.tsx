import { Loader, Text, TextInput, Title, VisuallyHidden } from "@mantine/core";
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
import { type ComponentType, type ReactNode, useDeferredValue, useState } from "react";
import { SecurityPanel } from "../../session/index.ts";
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
import { foldForSearch, SettingsSearchProvider } from "./setting-row.tsx";
import classes from "./settings-page.module.css";
import { SettingsSection } from "./settings-section.tsx";
import { ShortcutsSection } from "./shortcuts-section.tsx";
import { SoundsSection } from "./sounds-section.tsx";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Content: ComponentType;
}

const SECTIONS: readonly Section[] = [
  { id: "lines", title: "Lines", icon: ListChecks, Content: LinesSection },
  { id: "forwarding", title: "Forwarding", icon: PhoneForwarded, Content: ForwardingSection },
  { id: "phone", title: "Phone", icon: SlidersHorizontal, Content: PhoneSection },
  { id: "appearance", title: "Appearance", icon: Palette, Content: AppearanceSection },
  { id: "calling", title: "Calling", icon: PhoneCall, Content: CallingSection },
  { id: "audio", title: "Audio devices", icon: Headphones, Content: AudioSection },
  { id: "sounds", title: "Sounds", icon: Volume2, Content: SoundsSection },
  { id: "notifications", title: "Notifications", icon: BellRing, Content: NotificationsSection },
  { id: "external-app", title: "External app", icon: AppWindow, Content: ExternalAppSection },
  { id: "shortcuts", title: "Shortcuts", icon: Keyboard, Content: ShortcutsSection },
  { id: "filters", title: "Filters", icon: Filter, Content: FiltersSection },
  { id: "security", title: "Security", icon: ShieldCheck, Content: SecurityPanel },
];

export function SettingsPage(): ReactNode {
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(foldForSearch(typed));
  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <Title order={1}>Settings</Title>
      </VisuallyHidden>
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
              {SECTIONS.map(({ id, title, Content }) => (
                <SettingsSection key={id} id={id} title={title}>
                  <Content />
                </SettingsSection>
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

function Contents(): ReactNode {
  return (
    <nav aria-label="Settings">
      <ul className={classes.contents}>
        {SECTIONS.map(({ id, title, icon: Icon }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Icon size={16} aria-hidden="true" />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SaveIndicator(): ReactNode {
  const save = useSaveState();
  return (
    <Text className={classes.saved} size="sm" c="dimmed" role="status" data-save={save}>
      {save === "saving" && (
        <>
          <Loader size={12} mr={6} aria-hidden="true" />
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
