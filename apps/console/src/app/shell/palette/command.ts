import type { EnabledFeatures, Person, Theme } from "@offhook/contract";
import type { Path } from "../../../platform/navigation/paths.ts";
import type { ShellDialog } from "../shell-dialogs.tsx";

type CommandGroup = "Recent searches" | "Go to" | "People" | "Actions" | "Settings" | "Help";

/** What choosing a command does, as data: whoever carries it out decides how. */
export type CommandAct =
  | { readonly kind: "go"; readonly path: Path }
  | { readonly kind: "call"; readonly number: string }
  | { readonly kind: "open"; readonly dialog: ShellDialog }
  | { readonly kind: "search"; readonly query: string }
  | { readonly kind: "dnd"; readonly isOn: boolean }
  | { readonly kind: "disableCalls"; readonly isOn: boolean }
  | { readonly kind: "theme"; readonly theme: Theme }
  | { readonly kind: "clearStatus" | "markAllRead" | "forgetSearches" | "signOut" };

export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  readonly keywords?: string;
  /** Beside the title: a number, a state. */
  readonly detail?: string;
  readonly act: CommandAct;
}

/** What the commands depend on. */
export interface CommandContext {
  readonly userId: number;
  readonly features: EnabledFeatures;
  readonly people: readonly Person[];
  readonly isDndOn: boolean;
  readonly areCallsDisabled: boolean;
  readonly hasStatus: boolean;
  readonly theme: Theme;
  readonly recents: readonly string[];
}
