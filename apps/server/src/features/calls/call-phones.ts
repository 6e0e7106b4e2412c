import type { Binding, CallCommands, CompanyConfig, Destination, EndpointConfig } from "@offhook/pbx";
import type { LiveCalls } from "./live/live-calls.ts";

/** What a line, a queue or a number has in its two columns: a type as the console writes it, and a number. */
export interface StoredDestination {
  readonly type: string;
  readonly number: string;
}

/** The phone system, as far as calls ask it. */
export interface CallPhones {
  readonly commands: CallCommands;
  readonly liveCalls: LiveCalls;
  /** Resolves when the calls of before a restart are known. */
  ready(): Promise<void>;
  /** By what the browser of a session registers for a line; undefined before it has asked. */
  accountOf(sessionId: string, phoneId: number): string | undefined;
  company(companyId: string): CompanyConfig | undefined;
  endpoint(companyId: string, endpointId: string): EndpointConfig | undefined;
  lineName(endpointId: string): string | undefined;
  devices(endpointId: string): readonly Binding[];
  lineNamed(customerId: number, name: string): string | undefined;
  isTrunkUp(trunkId: string): boolean;
  /** Where a stored destination leads; a mailbox without a number is that of the line. */
  findDestination(
    customerId: number,
    endpointId: string | undefined,
    stored: StoredDestination,
  ): Promise<Destination | undefined>;
  /** Lets a line call again that was stopped because it looked stolen. */
  release(endpointId: string): Promise<void>;
  /** Resolves when call control knows of what was stored before. */
  settled(): Promise<void>;
}
