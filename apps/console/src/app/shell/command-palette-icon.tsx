import {
  BellOff,
  CheckCheck,
  Contact,
  CornerDownRight,
  Download,
  History,
  Keyboard,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  Palette,
  Phone,
  PhoneOff,
  Settings,
  SmilePlus,
  Sparkles,
  UserRoundPen,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import classes from "./command-palette.module.css";
import type { CommandAct } from "./command-palette-commands.ts";
import type { ShellDialog } from "./shell-dialogs.tsx";

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
};

function placeIcon(path: string): LucideIcon {
  if (path.startsWith("/calls/new?")) return Phone;
  if (path.startsWith("/messages/new?")) return MessageSquareText;
  if (path.startsWith("/contacts/")) return Contact;
  if (path.startsWith("/settings")) return Settings;
  return CornerDownRight;
}

function iconOf(act: CommandAct): LucideIcon {
  switch (act.kind) {
    case "go":
      return placeIcon(act.path);
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
