import { type ReactNode, useEffect } from "react";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { latePart } from "../../../../platform/rendering/late.tsx";

const LONGEST_EMERGENCY_NUMBER = 8;

const EmergencyNote = latePart(() => import("./emergency-note.tsx"), "EmergencyNote");

/** Under the number, while it may be an emergency number: what will happen, before anybody relies on it. */
export function EmergencyNoteHost({ typed }: { readonly typed: string }): ReactNode {
  const { browser } = usePlatform();
  useEffect(() => {
    void browser.behindFirstPage().then(() => EmergencyNote.ahead());
  }, [browser]);
  const number = typed.replace(/[\s().-]/g, "");
  const mayBe = /^\d{2,}$/.test(number) && number.length <= LONGEST_EMERGENCY_NUMBER;
  return mayBe && <EmergencyNote number={number} />;
}
