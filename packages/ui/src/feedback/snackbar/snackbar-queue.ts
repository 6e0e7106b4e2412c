export type SnackTone = "plain" | "success" | "error";

/** How a snack went away: a caller that waits for the end of the undo time wants to know. */
export type SnackEnd = "timedOut" | "dismissed" | "actionTaken";

export interface Snack {
  readonly id: number;
  readonly message: string;
  readonly tone: SnackTone;
  readonly durationMs: number;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  readonly onEnd?: (end: SnackEnd) => void;
}

export type SnackbarState = readonly Snack[];

export type SnackbarEvent =
  | { readonly type: "announced"; readonly snack: Snack }
  | { readonly type: "ended"; readonly id: number };

/** Pure. The first is shown, the others wait. The same words twice in a row are said once. */
export function stepSnackbar(state: SnackbarState, event: SnackbarEvent): SnackbarState {
  switch (event.type) {
    case "announced": {
      const last = state.at(-1);
      const isRepeat =
        last !== undefined &&
        last.message === event.snack.message &&
        last.tone === event.snack.tone &&
        // Two undos are two deeds, however alike they read.
        !last.action &&
        !event.snack.action;
      return isRepeat ? state : [...state, event.snack];
    }
    case "ended": {
      const rest = state.filter((snack) => snack.id !== event.id);
      return rest.length === state.length ? state : rest;
    }
  }
}
