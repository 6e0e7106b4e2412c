import type { TaskDetails } from "@offhook/contract";
import { timeLabel } from "@offhook/ui/format";
import { useRouter } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { boxItemAt } from "../../../platform/navigation/box-item-address.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { useSourcePreviews } from "./source-previews.ts";
import classes from "./task-detail.module.css";

const OPEN_WORDS = {
  sms: "Open the conversation",
  voicemail: "Open the voicemail",
  fax: "Open the fax",
  call: "Open the call",
  chat: "Open the chat",
} as const satisfies Partial<Record<TaskDetails["source"], string>>;

const TICK_MS = 60_000;

/** What the task is about, and the way there. */
export function TaskSourceCard({ task }: { readonly task: TaskDetails }): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const router = useRouter();
  const now = useNow(TICK_MS);
  const { voicemail: VoicemailPreview, fax: FaxPreview } = useSourcePreviews();
  const { text, time, to } = task.preview;
  // A task by itself has nothing behind it.
  if (task.source === "own") return null;
  if (to === "") {
    return <p className={classes.gone}>The original item was deleted.</p>;
  }
  const voicemail = boxItemAt(to, "voicemails");
  const fax = boxItemAt(to, "faxes");
  return (
    <section className={classes.source} aria-label="Source">
      {voicemail && <VoicemailPreview {...voicemail} />}
      {fax && <FaxPreview {...fax} />}
      <div className={classes.quote}>
        <p className={classes.quoteText} dir="auto">
          {text || "No text"}
        </p>
        {time !== null && (
          <time className={classes.quoteTime}>{timeLabel({ at: time * 1000, now, timeZone })}</time>
        )}
      </div>
      <a
        className={classes.jump}
        href={to}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(to);
        }}
      >
        {OPEN_WORDS[task.source]}
        <ArrowRight size={15} aria-hidden="true" />
      </a>
    </section>
  );
}
