import type { ReactNode } from "react";

export interface ConfirmOptions {
  /** Gives the dialog its "Do not show again", remembered under this id. */
  readonly id?: string;
  readonly title?: string;
  readonly text?: ReactNode;
  readonly acceptLabel?: string;
  readonly cancelLabel?: string;
  readonly isDestructive?: boolean;
  /** For what a user has to see each time: once the choice is remembered it comes without a cancel button. */
  readonly isAlwaysShown?: boolean;
}

export interface ConfirmRequest extends ConfirmOptions {
  readonly key: number;
  readonly isRemembered: boolean;
  readonly resolve: (isAccepted: boolean) => void;
}
