import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { AgentBoard } from "./agent-board.ts";
import { useOwnLines } from "./agent-board-context.ts";

/** The board lives as long as its screen. */
export function useOwnBoard(): AgentBoard {
  const { client, browser, network } = usePlatform();
  const ownLines = useOwnLines();
  const push = usePush();
  const [board] = useState(() => new AgentBoard({ client, log: push.log, clock: browser.clock, ownLines }));
  useEffect(() => {
    const load = (): void => {
      // A failure shows on the page, with a button to try again.
      board.load().catch(() => {});
    };
    board.start();
    load();
    const undo = network.onRecovery(load);
    return () => {
      undo();
      board.stop();
    };
  }, [board, network]);
  return board;
}
