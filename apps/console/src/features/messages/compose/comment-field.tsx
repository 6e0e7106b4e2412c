import { useSnackbar } from "@offhook/ui";
import { ComposerBox, type MentionPerson, WritingField } from "@offhook/ui/conversation";
import { mentionsIn } from "@offhook/ui/mentions";
import { type ReactNode, useCallback, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePeople } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { CommentSwitch, type WritingMode } from "./comment-switch.tsx";

const MAX_COMMENT_LENGTH = 2_000;

export interface CommentFieldProps {
  readonly thread: Thread;
  readonly onMode: (mode: WritingMode) => void;
}

/** A note for colleagues in the thread. An @ names somebody, who then hears of it. */
export function CommentField({ thread, onMode }: CommentFieldProps): ReactNode {
  const { api } = useTextMessages();
  const people = useColleagues();
  const snackbar = useSnackbar();
  const [text, setText] = useState("");
  const save = async (): Promise<void> => {
    const written = text.trim();
    if (written === "") return;
    const mentions = [...new Set(mentionsIn(written, people()).map(({ id }) => id))];
    try {
      const message = await api.comment(thread.address, {
        text: written,
        mentions,
        mId: crypto.randomUUID(),
      });
      setText("");
      thread.applyMessage(message);
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
  };
  return (
    <ComposerBox
      sendLabel="Save comment"
      canSend={text.trim() !== ""}
      onSend={() => void save()}
      tone="internal"
      tools={<CommentSwitch mode="comment" onMode={onMode} />}
    >
      <WritingField
        label="Comment"
        placeholder="Only colleagues see this. Mention someone with @"
        maxLength={MAX_COMMENT_LENGTH}
        isFocused
        value={text}
        onChange={setText}
        mentions={{ people }}
        onSubmit={() => void save()}
      />
    </ComposerBox>
  );
}

function useColleagues(): () => readonly MentionPerson<number>[] {
  const { id: userId } = useUser();
  const byUserId = usePeople((state) => state.byUserId);
  return useCallback(
    () =>
      [...byUserId.values()]
        .filter(({ user_id }) => user_id !== userId)
        .map(({ user_id, name, photo }) => ({ id: user_id, name, photo: photo ?? undefined })),
    [byUserId, userId],
  );
}
