import type { Contact, ContactDetail, DerivedContactFields, Person } from "@offhook/contract";
import { phoneEntriesOf } from "@offhook/telephony";

/** As the specification has them: the usual size, and that of an emoji that stands alone. */
const EMOJI_SIZE = 24;
const LARGE_EMOJI_SIZE = 64;

/** A contact or a colleague with what follows from the stored fields. */
export function contactDetail(contact: Contact | Person): ContactDetail {
  return contact.type === "corporate"
    ? { ...contact, ...derivedFields(contact, colleagueExtensions(contact), contact.statusEmoji) }
    : { ...contact, ...derivedFields(contact, extensionsBehind(contact), null) };
}

function derivedFields(
  contact: Contact | Person,
  extensions: string[],
  emoji: string | null,
): DerivedContactFields {
  const { photo } = contact;
  const drawn = (size: number) => (emoji === null ? null : { emoji, size });
  return {
    phones: phoneEntriesOf(contact),
    extensions,
    iconImg: photo,
    image: photo,
    statusFormattedEmoji: drawn(EMOJI_SIZE),
    statusLargeFormattedEmoji: drawn(LARGE_EMOJI_SIZE),
  };
}

function colleagueExtensions({ extension }: Person): string[] {
  return extension === null ? [] : [extension];
}

/** `;` begins the extension of a number. */
function extensionsBehind(contact: Contact): string[] {
  return phoneEntriesOf(contact).flatMap(({ value }) => value.split(";").slice(1).filter(Boolean));
}
