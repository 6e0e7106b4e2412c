import type { NumberLabel } from "@offhook/telephony";

const KNOWN: Readonly<Record<string, NumberLabel>> = {
  mobile: "mobile",
  workMobile: "mobile",
  work: "work",
  main: "work",
  home: "home",
  homeFax: "fax",
  workFax: "fax",
  otherFax: "fax",
};

/** Which of our kinds a provider's type of number is. */
export function numberFieldOfType(type: string): NumberLabel {
  return Object.hasOwn(KNOWN, type) ? (KNOWN[type] ?? "other") : "other";
}
