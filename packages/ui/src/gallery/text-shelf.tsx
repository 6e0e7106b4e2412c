import type { ReactNode } from "react";
import { formatBytes } from "../format/bytes.ts";
import { dateWords, fullDateTime, timeLabel } from "../format/date-words.ts";
import { clockDuration, durationWords } from "../format/durations.ts";
import { EmojiText } from "../text/emoji-text.tsx";
import { LinkedText } from "../text/linked-text.tsx";
import { SafeHtml } from "../text/safe-html.tsx";
import { SearchHighlight } from "../text/search-highlight.tsx";
import classes from "./gallery.module.css";
import { Shelf, Specimen } from "./specimen.tsx";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AGES = [0, MINUTE, 7 * MINUTE, 90 * MINUTE, DAY, 3 * DAY, 12 * DAY, 400 * DAY];

const NOTES =
  "<h2>0.2</h2><ul><li>Calls survive a reload.</li><li>Texts can be <em>scheduled</em>.</li></ul><p>See <a href='https://example.org'>the notes</a>. <code>npm start</code></p>";

export function TextShelf(): ReactNode {
  const now = Date.now();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Shelf title="Text">
      <Specimen name="Links, emoji, search for “call”">
        <SearchHighlight query="call">
          <LinkedText
            text={
              "Call me back at (212) 555-0110 or write to ana@harborlight.example 👋🏽\nRecalled: https://example.org/calls"
            }
          />
          <p>
            In code it stays: <code>call()</code>
          </p>
        </SearchHighlight>
      </Specimen>
      <Specimen name="Emoji: alone, in text, custom size">
        <p>
          <EmojiText text="😀" />
        </p>
        <p>
          <EmojiText text="On my way 🚗 👨‍👩‍👧 🇺🇸 1️⃣" />
        </p>
        <p>
          <EmojiText text="Small 🎉" size={14} />
        </p>
      </Specimen>
      <Specimen name="Formatted text from elsewhere">
        <SafeHtml html={NOTES} />
      </Specimen>
      <Specimen name="Date words and time labels">
        <table className={classes.table}>
          <tbody>
            {AGES.map((age) => {
              const moment = { at: now - age, now, timeZone };
              return (
                <tr key={age} title={fullDateTime(moment.at, timeZone)}>
                  <td>{dateWords(moment)}</td>
                  <td>{timeLabel(moment)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Specimen>
      <Specimen name="Durations and sizes">
        <table className={classes.table}>
          <tbody>
            {[7, 725, 3723].map((seconds) => (
              <tr key={seconds}>
                <td>{clockDuration(seconds)}</td>
                <td>{durationWords(seconds)}</td>
              </tr>
            ))}
            {[999, 1_500_000, 4_980_736].map((bytes) => (
              <tr key={bytes}>
                <td>{formatBytes(bytes)}</td>
                <td>{formatBytes(bytes, 1024)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Specimen>
    </Shelf>
  );
}
