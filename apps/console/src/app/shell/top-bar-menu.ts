import { useEffect, useState } from "react";

export type TopBarTool = "activeCalls" | "downloads" | "audio" | "account";

export interface TopBarMenuProps {
  /** It was asked for before it was there. */
  readonly isWanted?: boolean;
}

/** Whether a menu is open. A wanted one opens once its button is there: that is where its focus will go back to. */
export function useMenuOpening(isWanted = false): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isWanted) setIsOpen(true);
  }, [isWanted]);
  return [isOpen, setIsOpen];
}
