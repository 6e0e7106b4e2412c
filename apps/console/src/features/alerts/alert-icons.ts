import type { AdminAlertKind } from "@offhook/contract";
import {
  BadgeDollarSign,
  Gauge,
  KeyRound,
  type LucideIcon,
  Siren,
  Voicemail,
  Waves,
  Wrench,
} from "lucide-react";

export const ALERT_ICONS: Readonly<Record<AdminAlertKind, LucideIcon>> = {
  tollFraud: BadgeDollarSign,
  passwordGuessing: KeyRound,
  pinGuessing: Voicemail,
  flood: Waves,
  limitReached: Gauge,
  emergencyCall: Siren,
  setup: Wrench,
};
