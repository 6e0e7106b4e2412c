import { parseDecimal } from "../../grammar/decimal.ts";
import { formatNameAddr, type NameAddr, parseNameAddr, takeListedNameAddr } from "../../grammar/name-addr.ts";
import { hasParameter, parameterValue } from "../../grammar/parameters.ts";
import { trimSpace } from "../../grammar/quoted-string.ts";
import type { KnownHeaderName } from "./header-names.ts";
import { type HeaderType, listHeader, singleHeader } from "./header-type.ts";
import type { SipHeaders } from "./sip-headers.ts";

const oneAddress = (name: KnownHeaderName): HeaderType<NameAddr> =>
  singleHeader(name, parseNameAddr, formatNameAddr);

const addressList = (name: KnownHeaderName): HeaderType<NameAddr> =>
  listHeader(name, takeListedNameAddr, formatNameAddr);

export const From = oneAddress("From");
export const To = oneAddress("To");
export const ReferTo = oneAddress("Refer-To");
export const ReferredBy = oneAddress("Referred-By");
export const Route = addressList("Route");
export const RecordRoute = addressList("Record-Route");
export const PAssertedIdentity = addressList("P-Asserted-Identity");

/** The star of a REGISTER that removes all bindings (RFC 3261 §10.2.2). */
export type ContactValue = NameAddr | "*";

const contactAddresses = addressList("Contact");

export const Contact: HeaderType<ContactValue> = {
  key: "contact",
  name: "Contact",
  parse: (text) => (trimSpace(text) === "*" ? ["*"] : contactAddresses.parse(text)),
  format: (value) => (value === "*" ? "*" : formatNameAddr(value)),
};

export function contactsOf(headers: SipHeaders): readonly NameAddr[] {
  return headers.all(Contact).filter((contact) => contact !== "*");
}

/** RFC 5626: which device, and which of its flows, a binding belongs to. */
export interface OutboundBinding {
  readonly instanceId: string | undefined;
  readonly regId: number | undefined;
  /** The device asks that requests use the flow of its registration. */
  readonly isOutbound: boolean;
}

export function outboundBindingOf(contact: NameAddr): OutboundBinding {
  const instance = parameterValue(contact.parameters, "+sip.instance");
  const regId = parameterValue(contact.parameters, "reg-id");
  const uriParameters = contact.uri.kind === "sip" ? contact.uri.parameters : [];
  return {
    instanceId: instance?.startsWith("<") && instance.endsWith(">") ? instance.slice(1, -1) : instance,
    regId: regId === undefined ? undefined : parseDecimal(regId, 2 ** 31 - 1),
    isOutbound: hasParameter(uriParameters, "ob"),
  };
}
