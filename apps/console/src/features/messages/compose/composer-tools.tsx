import { ActionIcon, FileButton } from "@mantine/core";
import { createEmojiMemory, EmojiButton } from "@offhook/ui/emoji";
import { CalendarClock, Paperclip, Signature } from "lucide-react";
import { lazy, memo, type ReactNode, Suspense, useRef, useState } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSettings } from "../../settings/index.ts";
import type { Thread } from "../store/thread.ts";
import { useMessageDesk } from "../use-message-desk.ts";
import type { ComposedBody } from "./compose-state.ts";
import { TemplateMenu } from "./template-menu.tsx";

const ScheduleDialog = lazy(async () => {
  const { ScheduleDialog: Dialog } = await import("./schedule-dialog.tsx");
  return { default: Dialog };
});

export interface ComposerToolsProps {
  readonly thread: Thread;
  readonly body: ComposedBody;
  readonly isEmpty: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onInsert: (text: string) => void;
  readonly onSchedule: (at: number) => Promise<void>;
  readonly onFailed: (failure: unknown) => void;
}

// Every key draws the composer anew; these do not depend on what is written.
const Attach = memo(AttachButton);
const Emojis = memo(EmojiButton);
const Templates = memo(TemplateMenu);

export function ComposerTools(props: ComposerToolsProps): ReactNode {
  const { thread, body, isEmpty, onFiles, onInsert, onSchedule } = props;
  const { store } = usePlatform().browser;
  const [memory] = useState(() =>
    createEmojiMemory({ getItem: (key) => store.get(key), setItem: (key, value) => store.set(key, value) }),
  );
  const [isScheduling, setIsScheduling] = useState(false);
  return (
    <>
      <Attach onFiles={onFiles} />
      <Emojis memory={memory} label="Emoji" size={30} onPick={onInsert} />
      <Templates thread={thread} onInsert={onInsert} />
      <ActionIcon
        aria-label="Schedule"
        title="Send later"
        disabled={isEmpty}
        onClick={() => setIsScheduling(true)}
      >
        <CalendarClock size={18} aria-hidden="true" />
      </ActionIcon>
      <SignatureSwitch body={body} />
      {isScheduling && (
        <Suspense fallback={null}>
          <ScheduleDialog
            given={{}}
            onClose={() => setIsScheduling(false)}
            onChosen={({ at }) => onSchedule(at)}
          />
        </Suspense>
      )}
    </>
  );
}

function AttachButton({ onFiles }: Pick<ComposerToolsProps, "onFiles">): ReactNode {
  const desk = useMessageDesk();
  const limits = useStore(desk.aids, (aids) => aids.limits);
  const reset = useRef<() => void>(null);
  const take = (files: File[]): void => {
    onFiles(files);
    // The same file may be chosen again after it was removed.
    reset.current?.();
  };
  // Pictures of any kind: those the carrier does not take are made into one it does.
  const accept = [...(limits?.mediaTypes ?? []), "image/*"].join(",");
  return (
    <FileButton multiple accept={accept} resetRef={reset} onChange={take}>
      {(button) => (
        <ActionIcon
          {...button}
          aria-label="Attach files"
          title="Attach files"
          disabled={limits?.maxMediaBytes === 0}
        >
          <Paperclip size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </FileButton>
  );
}

function SignatureSwitch({ body }: { readonly body: ComposedBody }): ReactNode {
  const signature = useSettings((settings) => settings.defaultSignature);
  if (signature.trim() === "") return null;
  return (
    <ActionIcon
      variant={body.hasSignature ? "light" : "subtle"}
      aria-label="Signature"
      aria-pressed={body.hasSignature}
      title={body.hasSignature ? `Ends with: ${signature}` : "Without your signature"}
      onClick={() => body.setHasSignature(!body.hasSignature)}
    >
      <Signature size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
