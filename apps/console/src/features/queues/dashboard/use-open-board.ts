import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";

/** What a screen shows of queues and follows while it is open. */
interface Board {
  load(): Promise<void>;
  start(): void;
  stop(): void;
}

/** The board lives as long as its screen, and is loaded anew after an outage. */
export function useOpenBoard<Opened extends Board>(create: () => Opened): Opened {
  const { network } = usePlatform();
  const [board] = useState(create);
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
