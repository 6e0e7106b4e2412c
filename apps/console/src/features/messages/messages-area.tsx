import { EmptyState, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useEffectEvent } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { useUser } from "../session/index.ts";
import { useSettings } from "../settings/index.ts";
import { ConversationList, rowKey } from "./list/conversation-list.tsx";
import { shownLines } from "./shown-lines.ts";
import { useTextMessages } from "./use-text-messages.ts";

interface OpenThread {
  readonly id?: string;
  readonly smsLine?: string;
  readonly conversation?: string;
}

/** `/messages` and all below it: the conversations, and one of them beside. */
export function MessagesArea(): ReactNode {
  const router = useRouter();
  const texts = useTextMessages();
  const { name, open, search } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      const params = (last?.params ?? {}) as OpenThread;
      const { search } = (last?.search ?? {}) as { search?: string };
      return { name: last?.staticData.name ?? "", open: params, search };
    },
    structuralSharing: true,
  });
  const { sms_lines: lines } = useUser();
  useLinesOfSettings();
  const write = useCallback(() => router.history.push(paths.newMessage()), [router]);
  const number = open.conversation ?? open.id;
  const line = open.smsLine ?? lines[0]?.sms_line ?? "";
  return (
    <Panes
      label="Messages"
      isDetailOpen={name !== "messages-greeting" && name !== "messages"}
      list={
        <ConversationList
          search={search}
          selectedKey={number === undefined ? undefined : rowKey({ smsLine: line, id: number })}
          onOpen={({ smsLine, id }) => {
            texts.thread(smsLine, id).openAhead();
            router.history.push(paths.conversation(smsLine, id));
          }}
          onRest={({ smsLine, id }) => texts.thread(smsLine, id).openAhead()}
          onNew={write}
        />
      }
    >
      <Outlet />
    </Panes>
  );
}

/** Lines that are given, taken, or shown no more change what the list holds. */
function useLinesOfSettings(): void {
  const { lists } = useTextMessages();
  const user = useUser();
  const filters = useSettings((settings) => settings.filters);
  const activeSmsLines = useSettings((settings) => settings.activeSmsLines);
  const wanted = shownLines(user, { filters, activeSmsLines }).join();
  const follow = useEffectEvent((lines: readonly string[]) => {
    const { choice } = lists.state.getState();
    lists.select({ ...choice, lines });
  });
  useEffect(() => follow(wanted === "" ? [] : wanted.split(",")), [wanted]);
}

/** `/messages/greeting`: before a conversation is chosen. */
export function MessagesGreetingPage(): ReactNode {
  const router = useRouter();
  return (
    <EmptyState
      icon={MessageSquareText}
      action={{ label: "New message", onClick: () => router.history.push(paths.newMessage()) }}
    >
      Select a conversation.
    </EmptyState>
  );
}
