import { formatPhone } from "@offhook/telephony";
import { Avatar, sectionColor } from "@offhook/ui";
import { dateWords, fullDateTime } from "@offhook/ui/format";
import { excerptOf, HighlightedText } from "@offhook/ui/text";
import {
  FileText,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Phone,
  UserRound,
  Voicemail,
} from "lucide-react";
import type { ReactNode } from "react";
import { callerText } from "../../calls/index.ts";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useLineName } from "../../messages/index.ts";
import { useUser } from "../../session/index.ts";
import type { ChatNames } from "../../teams/index.ts";
import { CATEGORY_VIEWS } from "./categories.ts";
import type { FoundItem, FoundWhere, FoundWho } from "./found-item.ts";
import classes from "./found-line.module.css";

const ICONS: Readonly<Record<FoundItem["category"], LucideIcon>> = {
  contacts: UserRound,
  smsm: MessageSquareText,
  smsc: MessageSquareText,
  cdrs: Phone,
  vox: Voicemail,
  fax: FileText,
  teams: MessagesSquare,
  tasks: ListChecks,
};

export interface FoundLineProps {
  readonly item: FoundItem;
  /** What was searched for: the words around the hit begin where it comes into sight. */
  readonly words: string;
  readonly now: number;
  readonly names: ChatNames;
}

/** One result: who, where, when, and the words around the hit. */
export function FoundLine({ item, words, now, names }: FoundLineProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const { who, where, at, text, isGuess, category } = item;
  const Icon = ICONS[category];
  return (
    <div className={classes.line}>
      <Who who={who} names={names} color={CATEGORY_VIEWS[category].color}>
        <Icon size={16} aria-hidden="true" />
      </Who>
      <div className={classes.body}>
        <div className={classes.top}>
          <bdi className={classes.name} dir="auto">
            <HighlightedText text={useWhoName(who, names)} />
          </bdi>
          {isGuess && <span className={classes.guess}>Similar name</span>}
          <span className={classes.where} dir="auto">
            <Where where={where} names={names} />
          </span>
          {at !== undefined && (
            <time className={classes.time} title={fullDateTime(at, timeZone)}>
              {dateWords({ at, now, timeZone })}
            </time>
          )}
        </div>
        {text !== "" && (
          <div className={classes.text} dir="auto">
            <HighlightedText text={excerptOf(text, words)} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Numbers and chat users are called by whoever the console knows them for. */
function useWhoName(who: FoundWho, names: ChatNames): string {
  const caller = useCaller(who.kind === "number" ? who.number : "");
  switch (who.kind) {
    case "contact":
    case "chat":
      return who.name;
    case "number":
      return caller.name ?? callerText(who);
    case "chatUser":
      return names.person(who.user);
    case "task":
      return who.title;
  }
}

interface WhoProps {
  readonly who: FoundWho;
  readonly names: ChatNames;
  readonly color: (typeof CATEGORY_VIEWS)[FoundItem["category"]]["color"];
  /** The sign of the category. */
  readonly children: ReactNode;
}

function Who({ who, names, color, children }: WhoProps): ReactNode {
  const caller = useCaller(who.kind === "number" ? who.number : "");
  if (who.kind === "contact") {
    return <Avatar name={who.name} photo={who.photo ?? undefined} seed={who.id} size={32} isDecorative />;
  }
  const sign = (
    <span className={classes.sign} style={{ color: sectionColor(color) }}>
      {children}
    </span>
  );
  if (who.kind === "number") {
    return (
      <span className={classes.face}>
        <CallerAvatar caller={caller} name={caller.name ?? formatPhone(who.number)} size={32} />
        {sign}
      </span>
    );
  }
  if (who.kind === "chatUser") {
    return (
      <span className={classes.face}>
        <Avatar name={names.person(who.user)} seed={who.user} size={32} isDecorative />
        {sign}
      </span>
    );
  }
  return <span className={classes.alone}>{sign}</span>;
}

interface WhereProps {
  readonly where: FoundWhere;
  readonly names: ChatNames;
}

function Where({ where, names }: WhereProps): ReactNode {
  const line = useLineName(where.kind === "smsLine" ? where.line : "");
  switch (where.kind) {
    case "text":
      return where.text;
    case "smsLine":
      return line === where.line ? formatPhone(line) : line;
    case "chat":
      return names.chat(where.topic);
  }
}
