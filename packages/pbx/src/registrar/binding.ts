import { type Flow, formatUri, type NameAddr, outboundBindingOf } from "@offhook/sip";
import type { CompanyId, EndpointId } from "../dialplan/company-config.ts";

/** One registration: a device, reached over the flow it registered through. */
export interface Binding {
  /** Device and flow number: what a refresh replaces. */
  readonly key: string;
  /** The same for all flows of one device (RFC 5626). */
  readonly deviceId: string;
  readonly companyId: CompanyId;
  readonly endpointId: EndpointId;
  readonly username: string;
  readonly contact: NameAddr;
  /** The Contact as answers show it, less its time: it is shown with every registration of the line. */
  readonly contactText: string;
  readonly flow: Flow;
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string | undefined;
  /** It says that it takes a NOTIFY, so that it may be told of messages unasked; not kept over a restart. */
  readonly takesNotices: boolean;
  readonly registeredAt: number;
  readonly expiresAt: number;
  /** Browsers offer and we answer; phones and trunks get an offer. */
  readonly kind: "browser" | "phone";
  /** It answered when it was last asked. */
  readonly isOnline: boolean;
}

export const isBrowserFlow = (flow: Flow): boolean => flow.transport === "WS" || flow.transport === "WSS";

/** Which device a Contact belongs to: by its instance id, or by its address for phones without one. */
export function deviceOf(contact: NameAddr): { readonly deviceId: string; readonly key: string } {
  const { instanceId, regId } = outboundBindingOf(contact);
  const deviceId = instanceId ?? formatUri(contact.uri);
  return { deviceId, key: `${deviceId}|${instanceId === undefined ? 0 : (regId ?? 0)}` };
}
