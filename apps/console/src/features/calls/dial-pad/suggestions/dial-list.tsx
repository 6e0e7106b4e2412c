import { formatPhone } from "@offhook/telephony";
import { Avatar } from "@offhook/ui";
import { History, Phone, Server, UserRound, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useCaller } from "../../../contacts/index.ts";
import { BlockedMark } from "../../../lines/index.ts";
import { PRESENCE } from "../../active/call-party.ts";
import classes from "../dial-pad.module.css";
import type { DialSuggestion } from "./dial-suggestions.ts";
import { forgetNumber, type RecentIcon, type RecentNumber, recentNumbers } from "./recent-numbers.ts";
import { SUGGESTIONS_ID, suggestionId } from "./suggestion-ids.ts";

export interface DialListProps {
  readonly typed: string;
  readonly suggestions: readonly DialSuggestion[];
  readonly highlighted: number | undefined;
  readonly onDial: (number: string) => void;
}

/** Beside the pad: the people the user may mean, or the last ones they called. */
export function DialList({ typed, suggestions, highlighted, onDial }: DialListProps): ReactNode {
  const isSuggesting = typed.trim() !== "";
  return (
    <div className={classes.side}>
      <Suggestions
        isShown={isSuggesting}
        suggestions={suggestions}
        highlighted={highlighted}
        onDial={onDial}
      />
      {!isSuggesting && <Recents onDial={onDial} />}
    </div>
  );
}

interface SuggestionsProps extends Omit<DialListProps, "typed"> {
  readonly isShown: boolean;
}

/** The list stays in the page even when empty, since the field points at it. */
function Suggestions({ isShown, suggestions, highlighted, onDial }: SuggestionsProps): ReactNode {
  return (
    <>
      {isShown && <h2 className={classes.heading}>{suggestions.length > 0 ? "Suggestions" : "No match"}</h2>}
      {isShown && suggestions.length === 0 && (
        <p className={classes.empty}>No match. Press Enter to call this number.</p>
      )}
      <div
        id={SUGGESTIONS_ID}
        role="listbox"
        aria-label="Suggestions"
        tabIndex={-1}
        className={classes.list}
        hidden={suggestions.length === 0}
      >
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.key}
            id={suggestionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === highlighted}
            className={classes.row}
            // The field keeps the cursor: a press must not take it away before the click comes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onDial(suggestion.value)}
            onKeyDown={(event) => event.key === "Enter" && onDial(suggestion.value)}
          >
            <Avatar
              name={suggestion.title}
              photo={suggestion.photo}
              seed={suggestion.contactId}
              size={36}
              presence={suggestion.presence === undefined ? undefined : PRESENCE[suggestion.presence]}
              isDecorative
            />
            <span className={classes.rowText}>
              <span className={classes.rowTitle}>{suggestion.title}</span>
              <span className={classes.rowDetail}>{suggestion.detail}</span>
            </span>
            <BlockedMark numbers={suggestion.value} />
            <Phone size={16} aria-hidden="true" className={classes.rowIcon} />
          </div>
        ))}
      </div>
    </>
  );
}

const ICONS: Readonly<Record<RecentIcon, typeof Phone>> = {
  person: UserRound,
  number: Phone,
  service: Server,
};

function Recents({ onDial }: Pick<DialListProps, "onDial">): ReactNode {
  const { store } = usePlatform().browser;
  const [recents, setRecents] = useState(() => recentNumbers(store));
  const forget = (value: string): void => {
    forgetNumber(store, value);
    setRecents(recentNumbers(store));
  };
  return (
    <>
      <h2 className={classes.heading}>Recent</h2>
      {recents.length === 0 && (
        <p className={classes.empty}>
          <History size={16} aria-hidden="true" /> The last five numbers you dial appear here.
        </p>
      )}
      <ul className={classes.list} aria-label="Recent numbers">
        {recents.map((recent) => (
          <Recent
            key={recent.value}
            recent={recent}
            onDial={() => onDial(recent.value)}
            onForget={() => forget(recent.value)}
          />
        ))}
      </ul>
    </>
  );
}

interface RecentProps {
  readonly recent: RecentNumber;
  readonly onDial: () => void;
  readonly onForget: () => void;
}

function Recent({ recent, onDial, onForget }: RecentProps): ReactNode {
  const { value, icon } = recent;
  // A person added to the address book since then has a name now.
  const title = useCaller(value).name ?? recent.title;
  const Icon = ICONS[icon];
  const isExtension = icon === "person" && /^\d{2,5}$/.test(value);
  const detail = isExtension ? `Ext. ${value}` : formatPhone(value);
  return (
    <li className={classes.recent}>
      <button type="button" className={classes.row} onClick={onDial}>
        <span className={classes.mark}>
          <Icon size={16} aria-hidden="true" />
        </span>
        <span className={classes.rowText}>
          <span className={classes.rowTitle}>{title}</span>
          {detail !== title && <span className={classes.rowDetail}>{detail}</span>}
        </span>
        <BlockedMark numbers={value} />
        <Phone size={16} aria-hidden="true" className={classes.rowIcon} />
      </button>
      <button type="button" className={classes.forget} aria-label={`Remove ${title}`} onClick={onForget}>
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
