import type { ReactNode } from "react";
import { SecurityPanel } from "../features/session/index.ts";

export function SettingsPage(): ReactNode {
  return <SecurityPanel />;
}
