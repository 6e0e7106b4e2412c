import type { Flow, StreamItem } from "@offhook/sip";

/** Takes what the transports receive. */
export interface SipListener {
  /** One datagram or websocket message. */
  receive(flow: Flow, bytes: Uint8Array): void;
  /** What a stream framer found. False when the connection must be closed. */
  receiveItem(flow: Flow, item: StreamItem): boolean;
  flowClosed(flow: Flow): void;
  /** Whether it is one of our phones or a carrier: what strangers send is limited more strictly. */
  isKnown(flow: Flow): boolean;
}

/** How a flow is written into Via and Contact: IPv6 addresses stand in brackets. */
export const hostOf = (address: string): string => (address.includes(":") ? `[${address}]` : address);
