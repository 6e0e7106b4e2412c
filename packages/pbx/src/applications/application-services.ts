import type { Clock } from "@offhook/kernel";
import type { Party } from "../calls/call-state.ts";
import type { Destination, MailboxConfig, RoomConfig } from "../dialplan/company-config.ts";
import type { PinLockout, RunningMessage } from "../pbx-events.ts";
import type { MailboxStore } from "../ports/mailbox-store.ts";
import type { ConferenceRooms } from "./conference-room.ts";

/** What applications know of the call they run in, and what they can reach. */
export interface ApplicationContext {
  readonly callId: string;
  readonly companyId: string;
  readonly caller: Party;
  readonly clock: Clock;
  /** Where the company's clocks hang. */
  readonly timeZone: string;
  /** Whether the company is open at this moment. */
  readonly isOpen: () => boolean;
  readonly newId: () => string;
  readonly mailboxes: MailboxStore;
  readonly rooms: ConferenceRooms;
  mailbox(id: string): MailboxConfig | undefined;
  room(id: string): RoomConfig | undefined;
  /** Too many wrong PINs. */
  pinLocked(lockout: PinLockout): void;
  /** The greeting is over: nobody takes the call back from here on. */
  messageBegun(message: RunningMessage): void;
  messageEnded(messageId: string, isKept: boolean): void;
  /** Rings the caller's line after the pause, for the callback service. */
  callBack(afterMs: number): void;
}

/** Where the caller goes next; undefined: the call is over. */
export type ApplicationResult = Destination | undefined;
