import type { SipSettings } from "@offhook/contract";
import type { ActiveCall } from "../calls/active-call.ts";
import type { LegEnd } from "../phone-model.ts";

/** What the phone system calls this call and our part in it; empty where it did not say. */
export interface CallNames {
  readonly callid: string;
  readonly channel: string;
}

export interface SessionListener {
  progress(names: CallNames, status: number): void;
  answered(names: CallNames): void;
  ended(end: LegEnd): void;
  connected(connection: RTCPeerConnection): void;
}

/** One SIP session, as far as the phone needs it. */
export interface SipSession {
  /** Its Call-ID. */
  readonly id: string;
  readonly connection: RTCPeerConnection | undefined;
  answer(microphone: MediaStream): void;
  /** Resolves when it needs this page no more to ring at the other end, or to be heard here; or when it is over. */
  whenOnItsWay(): Promise<void>;
  /** Declines, cancels or hangs up, whichever it takes; `status` is what a caller who rings is told. */
  end(status?: number): void;
  sendDigit(key: string): void;
  /** Offers anew what the connection now carries. */
  renegotiate(): Promise<void>;
  listen(listener: SessionListener): void;
}

export interface IncomingCall extends CallNames {
  readonly session: SipSession;
  readonly number: string;
  readonly caller: string;
  readonly via: ActiveCall["via"];
  readonly doorbell: boolean;
}

export interface AgentListener {
  registered(): void;
  /** `status` is the phone system's answer; undefined when there was none. */
  refused(status: number | undefined): void;
  disconnected(): void;
  /** The phone system has sent something, whatever it is: the websocket is alive. */
  heard(): void;
  rang(call: IncomingCall): void;
}

/** A registration of this tab over one websocket. */
export interface SipAgent {
  readonly settings: SipSettings;
  call(target: string, microphone: MediaStream): SipSession;
  /** Asks the phone system for a sign of life. */
  probe(): void;
  /** Unregisters and stays for the calls it has. */
  retire(): void;
  /** Unregisters and closes. With `isAbrupt` nothing is sent: sessions stay the phone system's to keep. */
  stop(isAbrupt: boolean): void;
  /** After `stop`: resolves when the websocket, should it still have been opening, is closed or was refused. */
  whenClosed(): Promise<void>;
}

export type StartAgent = (settings: SipSettings, listener: AgentListener) => Promise<SipAgent>;
