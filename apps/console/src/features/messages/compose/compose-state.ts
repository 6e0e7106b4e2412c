import { useStore } from "zustand";
import { useSettings } from "../../settings/index.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { useStateOf } from "./use-state-of.ts";

export interface ComposedBody {
  readonly text: string;
  /** With the signature, as it goes out. */
  readonly signed: string;
  readonly hasSignature: boolean;
  readonly setHasSignature: (has: boolean) => void;
  readonly write: (text: string) => void;
}

/** Pure. The text as it goes out. */
export function signedText(text: string, signature: string): string {
  const written = text.trim();
  if (signature.trim() === "" || written === "") return written;
  return `${written}\n${signature.trim()}`;
}

/** What is being written in a thread: a draft of the user, the same on all of their devices. */
export function useComposedBody(thread: Thread): ComposedBody {
  const { drafts, presence } = useTextMessages();
  const { sms_line: line, conversation } = thread.address;
  const text = useStore(drafts.state, (state) => state.get(`${line}/${conversation}`) ?? "");
  const signature = useSettings((settings) => settings.defaultSignature);
  const [hasSignature, setHasSignature] = useStateOf(thread, true);
  return {
    text,
    signed: signedText(text, hasSignature ? signature : ""),
    hasSignature: hasSignature && signature.trim() !== "",
    setHasSignature,
    write: (written) => {
      drafts.write(thread.address, written);
      if (written === "") presence.stoppedTyping();
      else presence.typed();
    },
  };
}
