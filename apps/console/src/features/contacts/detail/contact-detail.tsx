import type { Contact, Person } from "@offhook/contract";
import { phoneEntriesOf } from "@offhook/telephony";
import { Avatar, type Presence } from "@offhook/ui";
import { Detail, DetailBack, DetailHeader, DetailLine, DetailSection } from "@offhook/ui/detail";
import { EmojiText } from "@offhook/ui/text";
import { useRouter } from "@tanstack/react-router";
import { Globe, Lock, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import { useContactPhoto } from "../callers/use-contact-photo.ts";
import { ContactActions } from "./contact-actions.tsx";
import classes from "./contact-detail.module.css";
import { ContactNumbers } from "./contact-numbers.tsx";
import { ContactTimeline } from "./contact-timeline.tsx";

const PRESENCES: readonly Presence[] = ["offline", "online", "away"];
const PRESENCE_WORDS = ["Offline", "Online", "Away"] as const;

/** Everything about one contact or colleague. */
export function ContactDetail({ contact }: { readonly contact: Contact | Person }): ReactNode {
  return (
    <Detail label={contact.name || "Contact"}>
      <BackButton />
      <Header contact={contact} />
      <ContactActions contact={contact} />
      <ContactNumbers contact={contact} />
      <Emails emails={contact.emails} />
      {contact.contactType !== "corporate" && <More contact={contact} />}
      <TimelineOfContact contact={contact} />
    </Detail>
  );
}

/** Of a provider's contact only the number is known here. */
function TimelineOfContact({ contact }: { readonly contact: Contact | Person }): ReactNode {
  const { features } = useUser();
  if (!features.contacts) return null;
  if (contact.contactType === "corporate" || contact.contactType === "personal")
    return <ContactTimeline of={{ id: contact.id }} />;
  const number = phoneEntriesOf(contact)[0]?.value;
  return number === undefined ? null : <ContactTimeline of={{ number }} />;
}

export function BackButton(): ReactNode {
  const router = useRouter();
  return <DetailBack label="Back to the contacts" onBack={() => router.history.push(paths.contacts)} />;
}

function Header({ contact }: { readonly contact: Contact | Person }): ReactNode {
  const isColleague = contact.contactType === "corporate";
  const photo = useContactPhoto(contact);
  const name = contact.name || (isColleague ? "" : contact.organization) || "No name";
  const place = isColleague ? "" : contact.organization;
  return (
    <DetailHeader
      avatar={
        <Avatar
          name={name}
          photo={photo}
          seed={contact.id}
          size={72}
          presence={isColleague ? PRESENCES[contact.presence] : undefined}
          isDecorative
        />
      }
      name={name}
    >
      <DetailLine dir="auto">
        {[contact.title, place === name ? "" : place].filter(Boolean).join(" · ")}
      </DetailLine>
      {isColleague && <ColleagueState person={contact} />}
    </DetailHeader>
  );
}

function ColleagueState({ person }: { readonly person: Person }): ReactNode {
  return (
    <p className={classes.state}>
      {PRESENCE_WORDS[person.presence]}
      {person.statusName !== null && (
        <span className={classes.status}>
          <EmojiText text={`${person.statusEmoji ?? ""} ${person.statusName}`.trim()} size={16} />
        </span>
      )}
    </p>
  );
}

function Emails({ emails }: { readonly emails: string }): ReactNode {
  const addresses = emails
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  if (addresses.length === 0) return null;
  return (
    <section className={classes.card} aria-label="Email">
      {addresses.map((address) => (
        <div key={address} className={classes.line}>
          <Mail size={16} className={classes.lineIcon} aria-hidden="true" />
          <a className={classes.value} href={`mailto:${encodeURIComponent(address)}`}>
            {address}
          </a>
        </div>
      ))}
    </section>
  );
}

function Tags({ tags }: Pick<Contact, "tags">): ReactNode {
  if (tags === "") return null;
  return (
    <DetailSection label="Tags">
      <ul className={classes.tags}>
        {tags.split(",").map((tag) => (
          <li key={tag} dir="auto">
            {tag}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function More({ contact }: { readonly contact: Contact }): ReactNode {
  const Icon = contact.public ? Globe : Lock;
  return (
    <>
      <Tags tags={contact.tags} />
      {contact.notes !== "" && (
        <DetailSection label="Notes">
          <p className={classes.notes} dir="auto">
            {contact.notes}
          </p>
        </DetailSection>
      )}
      {contact.type === "personal" && (
        <p className={classes.sharing}>
          <Icon size={14} aria-hidden="true" />
          {sharingWords(contact)}
        </p>
      )}
    </>
  );
}

function sharingWords({ public: isPublic, owned }: Pick<Contact, "public" | "owned">): string {
  if (!isPublic) return "Only you see this contact.";
  return `Shared with the company. Only ${owned ? "you" : "the owner"} can edit it.`;
}
