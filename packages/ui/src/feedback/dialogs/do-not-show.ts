/** Where the ids of the dialogs a user no longer wants to see are kept. */
export interface DoNotShowStorage {
  has(dialogId: string): boolean;
  remember(dialogId: string): void;
}

const KEY = "doNotShow";

/** The map of dialog ids under the key `doNotShow`, as in the browser's local storage. */
export function createDoNotShowStorage(storage: Pick<Storage, "getItem" | "setItem">): DoNotShowStorage {
  const read = (): Record<string, unknown> => {
    try {
      const parsed: unknown = JSON.parse(storage.getItem(KEY) ?? "{}");
      return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
    } catch {
      // Unreadable, or storage is forbidden: asking once more is the safe side.
      return {};
    }
  };
  return {
    has: (dialogId) => read()[dialogId] === true,
    remember: (dialogId) => {
      try {
        storage.setItem(KEY, JSON.stringify({ ...read(), [dialogId]: true }));
      } catch {
        // A full or forbidden storage must not keep the user from going on.
      }
    },
  };
}
