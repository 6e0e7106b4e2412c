import type { CompanyId, FaxLineId } from "../dialplan/company-config.ts";

/** What a fax machine is asked to do in one call. */
export interface FaxMachineOrder {
  readonly callId: string;
  readonly role: "send" | "receive";
  /** The TIFF file to send, or to write. */
  readonly file: string;
  /** The first page to send, from 1: those before it have arrived by an earlier call. */
  readonly firstPage?: number;
  readonly stationId: string;
  readonly headerText?: string;
}

export interface FaxAudioPeer {
  readonly address: string;
  readonly port: number;
  /** PCMU or PCMA. */
  readonly payloadType: 0 | 8;
}

export interface FaxT38Peer {
  readonly address: string;
  readonly port: number;
  readonly maxDatagram: number;
  /** Earlier packets that each one repeats. */
  readonly redundancy: number;
  readonly version: number;
}

/** Why a fax failed after the answer. */
export type FaxTrouble =
  | "notFax"
  | "dropped"
  | "badLine"
  | "incompatible"
  | "badDocument"
  | "noEngine"
  | "interrupted";

export type FaxWay = "phone" | "t38";

/** How a call of the machine ended. */
export interface FaxMachineEnd {
  readonly outcome: "done" | "failed";
  readonly reason: FaxTrouble | undefined;
  /** What T.30 says of it. */
  readonly text: string;
  /** Confirmed by the other side, or received in good order; those of `firstPage` and before it not counted. */
  readonly pages: number;
  /** Received and damaged, from 1. */
  readonly damaged: readonly number[];
  /** How the other machine names itself. */
  readonly station: string;
  readonly way: FaxWay;
}

export interface FaxMachineEvents {
  /** A sound that only fax machines make. */
  heard: "cng" | "ced" | "preamble";
  page: { readonly page: number; readonly isGood: boolean };
  /** Once, and last: the conversation of the machines is over, or their process is. */
  ended: FaxMachineEnd;
}

/** One call of the machine. Its sound and its packets never pass through call control. */
export interface FaxMachineCall {
  /** Where it listens. */
  readonly address: string;
  readonly port: number;
  talk(remote: FaxAudioPeer): void;
  switchToT38(remote: FaxT38Peer): void;
  /** The far end does not want T.38, or no longer. */
  backToAudio(): void;
  /** The call is over. Resolves as soon as nothing more is written. */
  hangUp(): Promise<FaxMachineEnd>;
  on<Name extends keyof FaxMachineEvents>(
    name: Name,
    listener: (news: FaxMachineEvents[Name]) => void,
  ): () => void;
}

/** Somebody sends us a fax. */
export interface FaxArrival {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly faxLineId: FaxLineId;
  /** Empty where hidden. */
  readonly callerNumber: string;
  readonly callerName: string;
  readonly at: number;
}

/** Fax machines for calls, and where they put what they receive. */
export interface FaxMachines {
  /** Rejects where there is none left, or the library is missing. */
  open(order: FaxMachineOrder): Promise<FaxMachineCall>;
  /** Where the pages of this one are to be written. */
  begin(arrival: FaxArrival): Promise<string>;
  /** The call is over, whatever became of it. */
  received(arrival: FaxArrival, end: FaxMachineEnd): void;
}
