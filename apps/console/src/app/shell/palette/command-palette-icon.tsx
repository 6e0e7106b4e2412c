import {
  BellOff,
  BellRing,
  CheckCheck,
  Contact,
  CornerDownRight,
  Download,
  Headset,
  History,
  Keyboard,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Palette,
  Phone,
  PhoneOff,
  Printer,
  Settings,
  ShieldAlert,
  SmilePlus,
  Sparkles,
  UserRoundPen,
  Voicemail,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ShellDialog } from "../shell-dialogs.tsx";
import type { CommandAct } from "./command.ts";
import classes from "./command-palette.module.css";

const DIALOGS: Readonly<Record<ShellDialog, LucideIcon>> = {
  profile: UserRoundPen,
  status: SmilePlus,
  accounts: Contact,
  whatsNew: Sparkles,
  mobileApps: Download,
  desktopApp: Download,
  reportIssue: LifeBuoy,
  shareIdea: LifeBuoy,
  support: LifeBuoy,
  shortcuts: Keyboard,
  alerts: ShieldAlert,
  ring: BellRing,
};

/** By the area of the console a path belongs to. */
const PLACES: Readonly<Record<string, LucideIcon>> = {
  calls: Phone,
  messages: MessageSquareText,
  voicemails: Voicemail,
  faxes: Printer,
  teams: MessagesSquare,
  contacts: Contact,
  tasks: ListChecks,
  acd: Headset,
  dispatch: LayoutDashboard,
  settings: Settings,
};

function placeIcon(path: string): LucideIcon {
  return PLACES[path.split(/[/?#]/)[1] ?? ""] ?? CornerDownRight;
}

function iconOf(act: CommandAct): LucideIcon {
  switch (act.kind) {
    case "go":
      return placeIcon(act.path);
    case "call":
      return Phone;
    case "open":
      return DIALOGS[act.dialog];
    case "search":
      return History;
    case "forgetSearches":
      return X;
    case "dnd":
      return BellOff;
    case "disableCalls":
      return PhoneOff;
    case "theme":
      return Palette;
    case "clearStatus":
      return SmilePlus;
    case "markAllRead":
      return CheckCheck;
    case "signOut":
      return LogOut;
  }
}

export function CommandIcon({ act }: { readonly act: CommandAct }): ReactNode {
  const Icon = iconOf(act);
  return <Icon size={16} aria-hidden="true" className={classes.icon} />;
}
