/** Somebody in the group of the load. */
export interface ChatMember {
  send(text: string): void;
  /** Everything that comes in, as it comes; several messages may stand in one piece. */
  onReceived: (text: string) => void;
}

/** A chat service with one group, as the load sees it: ours or a peer's. */
export interface ChatUnderLoad {
  readonly name: string;
  /** The processes it was started with; what they have started counts too. */
  readonly pids: readonly number[];
  /** This many people, all of them in one group. */
  gather(count: number): Promise<readonly ChatMember[]>;
  /** This many more who are signed in and say nothing. */
  addIdle(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** The load finds its messages in whatever wraps them by this. */
export const MARK = /load-(\d+)-/g;

/** About as long as people write. */
export function loadText(id: number): string {
  return `load-${id}- The visit at 14:30 moves to Thursday, could you tell the family before noon?`;
}
