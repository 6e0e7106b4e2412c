import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { AgentBoard } from "./agent-board.ts";
import { useOwnLines } from "./agent-board-context.ts";
import { useOpenBoard } from "./use-open-board.ts";

/** The board of the user's own queues. */
export function useOwnBoard(): AgentBoard {
  const { client, browser } = usePlatform();
  const ownLines = useOwnLines();
  const push = usePush();
  return useOpenBoard(() => new AgentBoard({ client, log: push.log, clock: browser.clock, ownLines }));
}
