import type { OpenView } from "./live-views.ts";

interface Steps {
  readonly prepare?: () => Promise<unknown>;
  readonly change: () => Promise<unknown>;
  /** So that the next case does not hear what is left of this one. */
  readonly cleanUp?: () => Promise<unknown>;
}

export interface Shown extends Steps {
  readonly view: OpenView;
  /** The event does not tell enough, and the console asks the service again. */
  readonly asksAgain?: true;
  /** The list looks as before. */
  readonly isQuiet?: true;
}

/** Nobody keeps it in step: whoever shows it asks for it again, and gets another answer. */
export interface AskedFor extends Steps {
  readonly reads: () => Promise<unknown>;
}

/** Something to be told once, which no state holds. */
interface Notice {
  readonly tells: () => Promise<unknown>;
}

export type LiveCase = Shown | AskedFor | Notice;

/** A case for each event of some groups of the contract: one that is left out does not compile. */
export type CasesOf<Group> = Readonly<Record<keyof Group, LiveCase>>;
