import { ActionIcon, FileButton } from "@mantine/core";
import { createEmojiMemory, EmojiButton } from "@offhook/ui/emoji";
import { CalendarClock, Paperclip, Signature } from "lucide-react";
import { memo, type ReactNode, useCallback, useRef, useState } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useSteady } from "../../../platform/rendering/use-steady.ts";
import { useSettings } from "../../settings/index.ts";
import type { Thread } from "../store/thread.ts";
import { useMessageDesk } from "../use-message-desk.ts";
import type { ComposedBody } from "./compose-state.ts";
import { TemplateMenu, useTemplateFiller } from "./template-menu.tsx";

const ScheduleDialog = latePart(() => import("./schedule-dialog.tsx"), "ScheduleDialog");

export interface ComposerToolsProps {
  readonly thread: Thread;
  readonly body: ComposedBody;
  readonly isEmpty: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onInsert: (text: string) => void;
  readonly onSchedule: (at: number) => Promise<void>;
  readonly onFailed: (failure: unknown) => void;
}

// Every key and every thread draws the composer anew; these do not depend on the text or the recipient.
const Attach = memo(AttachButton);
const Emojis = memo(EmojiButton);
const Templates = memo(TemplateMenu);
const Schedule = memo(ScheduleButton);

export function ComposerTools(props: ComposerToolsProps): ReactNode {
  const { thread, body, isEmpty, onFiles, onInsert, onSchedule } = props;
  const { store } = usePlatform().browser;
  const [memory] = useState(() =>
    createEmojiMemory({ getItem: (key) => store.get(key), setItem: (key, value) => store.set(key, value) }),
  );
  const fill = useTemplateFiller(thread);
  const onTemplate = useSteady((template: string) => onInsert(fill(template)));
  const [isScheduling, setIsScheduling] = useState(false);
  const startScheduling = useCallback(() => setIsScheduling(true), []);
  return (
    <>
      <Attach onFiles={onFiles} />
      <Emojis memory={memory} label="Emoji" size={30} onPick={onInsert} />
      <Templates onInsert={onInsert} onTemplate={onTemplate} />
      <Schedule isDisabled={isEmpty} onClick={startScheduling} />
      <SignatureSwitch body={body} />
      {isScheduling && (
        <ScheduleDialog
          given={{}}
          onClose={() => setIsScheduling(false)}
          onChosen={({ at }) => onSchedule(at)}
        />
      )}
    </>
  );
}

interface ScheduleButtonProps {
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function ScheduleButton({ isDisabled, onClick }: ScheduleButtonProps): ReactNode {
  return (
    <ActionIcon aria-label="Schedule" title="Send later" disabled={isDisabled} onClick={onClick}>
      <CalendarClock size={18} aria-hidden="true" />
    </ActionIcon>
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
