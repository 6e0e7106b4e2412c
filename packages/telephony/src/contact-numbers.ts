import { formatPhone } from "./number-formats.ts";

export const NUMBER_LABELS = ["mobile", "work", "home", "fax", "conference", "other"] as const;
export type NumberLabel = (typeof NUMBER_LABELS)[number];

/** The number fields of a contact: each a comma-separated list. */
export type ContactNumbers = Partial<Record<NumberLabel, string>>;

export interface PhoneEntry {
  readonly label: NumberLabel;
  /** As it is dialed: '|' has become the comma of a pause, ';' still begins an extension. */
  readonly value: string;
  /** Digits only, for matching. */
  readonly searchValue: string;
  readonly formattedValue: string;
}

/** Of a contact's number only digits and * # | ; are kept. */
export function cleanContactNumber(raw: string): string {
  return raw.replace(/[^\d*#|;]/g, "");
}

export function phoneEntriesOf(numbers: ContactNumbers): PhoneEntry[] {
  return NUMBER_LABELS.flatMap((label) =>
    (numbers[label] ?? "")
      .split(",")
      .map(cleanContactNumber)
      .filter((cleaned) => cleaned !== "")
      .map((cleaned) => {
        const value = cleaned.replaceAll("|", ",");
        return { label, value, searchValue: value.replace(/\D/g, ""), formattedValue: formatPhone(value) };
      }),
  );
}

const DIAL_ORDER = ["mobile", "work", "home", "fax", "other"] as const satisfies readonly NumberLabel[];

export interface DialableContact extends ContactNumbers {
  readonly type: "personal" | "corporate" | "google" | "microsoft";
  readonly extension?: string | undefined;
  readonly pbx_line?: string | undefined;
}

/** The number a click on a contact dials; empty when there is none. */
export function contactDialValue(contact: DialableContact): string {
  const internal = contact.type === "corporate" ? contact.extension || contact.pbx_line : undefined;
  const listed = DIAL_ORDER.map((label) => contact[label]?.split(",")[0]?.trim()).find(Boolean);
  return (internal || listed || "").replace(/[^a-z\d*#]/gi, "");
}
