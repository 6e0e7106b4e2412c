import { storableText } from "@offhook/kernel";
import type { CivicAddress, EmergencyPlace } from "../dialplan/emergency/emergency-place.ts";

/** In the order of the schema of RFC 5139 §3, which a careful reader insists on. */
const ELEMENTS: readonly (readonly [element: string, field: keyof CivicAddress | "words"])[] = [
  ["country", "country"],
  ["A1", "state"],
  ["A2", "county"],
  ["A3", "city"],
  ["A4", "district"],
  ["RD", "street"],
  ["HNO", "houseNumber"],
  ["LOC", "words"],
  ["FLR", "floor"],
  ["NAM", "name"],
  ["PC", "postalCode"],
  ["BLD", "building"],
  ["UNIT", "unit"],
  ["ROOM", "room"],
];

const NAMESPACE = "urn:ietf:params:xml:ns:pidf";

export const LOCATION_TYPE = "application/pidf+xml";

/** PIDF-LO (RFC 4119, RFC 5139): where responders are to go, for the machines between them and the caller. */
export function locationDocument(
  { text, address = {} }: EmergencyPlace,
  { entity, at }: { readonly entity: string; readonly at: number },
): string {
  const { country, ...rest } = address;
  // Words alone stand where the schema has room for whatever fits nowhere else; beside an address they are a note.
  const words = Object.values(rest).some((value) => value) ? undefined : text;
  const fields = ELEMENTS.map(([element, field]) => {
    const value = field === "words" ? words : address[field];
    return value ? `<ca:${element}>${escapeXml(value)}</ca:${element}>` : "";
  }).join("");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\r\n',
    `<presence xmlns="${NAMESPACE}" xmlns:gp="${NAMESPACE}:geopriv10" xmlns:gbp="${NAMESPACE}:geopriv10:basicPolicy" `,
    `xmlns:ca="${NAMESPACE}:geopriv10:civicAddr" entity="${escapeXml(entity)}"><tuple id="place"><status><gp:geopriv>`,
    `<gp:location-info><ca:civicAddress>${fields}</ca:civicAddress></gp:location-info>`,
    // RFC 4119 §2.2.2: every hop on the way to the responders may pass it on.
    "<gp:usage-rules><gbp:retransmission-allowed>true</gbp:retransmission-allowed></gp:usage-rules>",
    "<gp:method>Manual</gp:method></gp:geopriv></status>",
    `<note>${escapeXml(text)}</note><timestamp>${new Date(at).toISOString()}</timestamp></tuple></presence>\r\n`,
  ].join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 §2.2 has no place for control characters and halves of surrogate pairs, not even as entities. */
function escapeXml(text: string): string {
  return storableText(text)
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
