import type { FaxRecipient } from "@offhook/contract";
import { wholeNumber } from "../../contacts/index.ts";

export interface TypedNumbers {
  readonly recipients: readonly FaxRecipient[];
  /** What is no number, as it was typed. */
  readonly rest: string;
}

/** Pure. The numbers of a text, one a line or with commas or semicolons between them. */
export function typedNumbers(typed: string): TypedNumbers {
  const parts = typed
    .split(/[\n\r,;]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => ({ part, number: wholeNumber(part) }));
  return {
    recipients: read.flatMap(({ number }) => (number === undefined ? [] : [{ number, name: "" }])),
    rest: read.flatMap(({ part, number }) => (number === undefined ? [part] : [])).join(", "),
  };
}

export interface Recipients {
  readonly to: readonly FaxRecipient[];
  /** What was typed and is no number. */
  readonly rest: string;
}

/** Pure. Whom it goes to, with a number that was typed and not confirmed by a key. */
export function allRecipients(given: {
  readonly to: readonly FaxRecipient[];
  readonly typed: string;
}): Recipients {
  const { recipients, rest } = typedNumbers(given.typed);
  return { to: withRecipients(given.to, recipients), rest };
}

/** Pure. Each number once. */
export function withRecipients(
  to: readonly FaxRecipient[],
  added: readonly FaxRecipient[],
): readonly FaxRecipient[] {
  const known = new Set(to.map(({ number }) => number));
  const fresh = added.filter(({ number }) => !known.has(number) && known.add(number));
  return fresh.length === 0 ? to : [...to, ...fresh];
}
