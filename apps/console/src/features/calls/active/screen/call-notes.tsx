import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useQuery } from "../../../../platform/api/queries.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import classes from "./call-notes.module.css";

const SAVE_AFTER_MS = 500;
const LONGEST = 4000;

/** What is worth keeping of a call; saved while it is written, found again in the history. */
export function CallNotes({ callid }: { readonly callid: string }): ReactNode {
  const { client } = usePlatform();
  const { data, isPending } = useQuery({
    queryKey: ["call-note", callid],
    queryFn: () => client.getCallNote({ query: { callid } }),
    // The far end's tab may have written meanwhile; while the user types here, the user's own words stay.
    refetchOnWindowFocus: false,
  });
  return isPending ? null : <NoteField key={callid} callid={callid} initial={data?.text ?? ""} />;
}

type Saving = "idle" | "waiting" | "saved" | "failed";
const SAVING_WORDS: Readonly<Record<Saving, string>> = {
  idle: "",
  waiting: "Saving…",
  saved: "Saved with the call",
  failed: "Not saved. We'll retry as you type.",
};

function NoteField({ callid, initial }: { readonly callid: string; readonly initial: string }): ReactNode {
  const { client } = usePlatform();
  const [text, setText] = useState(initial);
  const [saving, setSaving] = useState<Saving>("idle");
  const unsaved = useRef<string>(undefined);
  const id = useId();

  const save = useEffectEvent(async () => {
    const note = unsaved.current;
    if (note === undefined) return;
    unsaved.current = undefined;
    try {
      await client.setCallNote({ body: { callid, note } });
      if (unsaved.current === undefined) setSaving("saved");
    } catch {
      unsaved.current ??= note;
      setSaving("failed");
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text begins a new wait.
  useEffect(() => {
    const timer = window.setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  // Whoever leaves in the middle of a word has still written it.
  useEffect(() => () => void save(), []);
  return (
    <div className={classes.notes}>
      <label className={classes.label} htmlFor={id}>
        Notes
      </label>
      <textarea
        id={id}
        className={classes.field}
        rows={5}
        maxLength={LONGEST}
        placeholder="Add a note. Your team sees it in the call history."
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          unsaved.current = event.currentTarget.value;
          setSaving("waiting");
        }}
      />
      <p className={classes.state} role="status">
        {SAVING_WORDS[saving]}
      </p>
    </div>
  );
}
