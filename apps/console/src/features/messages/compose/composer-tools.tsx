import { AttachButton, ToolButton } from "@offhook/ui/conversation";
import { createEmojiMemory, EmojiButton } from "@offhook/ui/emoji";
import { CalendarClock, Signature } from "lucide-react";
import { memo, type ReactNode, useCallback, useState } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSteady } from "../../../platform/rendering/use-steady.ts";
import { useSettings } from "../../settings/index.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import type { ComposedBody } from "./compose-state.ts";
import { ScheduleDialog } from "./lazy-schedule-dialog.ts";
import { TemplateMenu, useTemplateFiller } from "./template-menu.tsx";

export interface ComposerToolsProps {
  readonly thread: Thread;
  readonly body: ComposedBody;
  readonly isEmpty: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onInsert: (text: string) => void;
  readonly onSchedule: (at: number) => Promise<void>;
}

// Every key and every thread draws the composer anew; these do not depend on the text or the recipient.
const Attach = memo(AttachMedia);
const Emojis = memo(EmojiButton);
const Templates = memo(TemplateMenu);
const Schedule = memo(ToolButton);

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
      <Emojis memory={memory} label="Insert emoji" onPick={onInsert} />
      <Templates onInsert={onInsert} onTemplate={onTemplate} />
      <Schedule
        label="Schedule"
        icon={CalendarClock}
        title="Send later"
        isDisabled={isEmpty}
        onClick={startScheduling}
      />
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

function AttachMedia({ onFiles }: Pick<ComposerToolsProps, "onFiles">): ReactNode {
  const texts = useTextMessages();
  const limits = useStore(texts.aids, (aids) => aids.limits);
  // Pictures of any kind: those the carrier does not take are made into one it does.
  const accept = [...(limits?.mediaTypes ?? []), "image/*"].join(",");
  return <AttachButton onFiles={onFiles} accept={accept} isDisabled={limits?.maxMediaBytes === 0} />;
}

function SignatureSwitch({ body }: { readonly body: ComposedBody }): ReactNode {
  const signature = useSettings((settings) => settings.defaultSignature);
  if (signature.trim() === "") return null;
  return (
    <ToolButton
      label="Signature"
      icon={Signature}
      isOn={body.hasSignature}
      title={body.hasSignature ? `Ends with: ${signature}` : "Without your signature"}
      onClick={() => body.setHasSignature(!body.hasSignature)}
    />
  );
}
