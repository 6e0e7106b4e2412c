import { createStore, type StoreApi } from "zustand/vanilla";
import type { TeamsChat } from "./store/teams-chat.ts";

export interface NamedChat {
  readonly id: string;
  readonly name: string;
}

/** Team chat for the shell: there at once and tiny, while the chat itself is loaded behind the first page. */
export class TeamsDoor {
  /** The user's chats by their names, for the search of the top bar. */
  readonly chats: StoreApi<readonly NamedChat[]> = createStore<readonly NamedChat[]>()(() => []);
  /** Messages nobody has read, for the navigation. */
  readonly unread: StoreApi<number> = createStore<number>()(() => 0);
  /** Rejects when it could not be loaded. */
  readonly chat: Promise<TeamsChat>;
  /** Resolves when a screen waits for the chat. */
  readonly wanted: Promise<void>;
  want: () => void = () => {};
  open: (chat: TeamsChat) => void = () => {};
  fail: (failure: unknown) => void = () => {};

  constructor() {
    this.chat = new Promise((resolve, reject) => {
      this.open = resolve;
      this.fail = reject;
    });
    this.wanted = new Promise((resolve) => {
      this.want = resolve;
    });
    // Whoever waits for it hears of a failure; with nobody waiting it is no news.
    this.chat.catch(() => {});
  }
}
