/** An address in the fields of RFC 5139, by names that people know them by. */
export interface CivicAddress {
  /** ISO country; default: the company's. */
  readonly country?: string | undefined;
  readonly state?: string | undefined;
  readonly county?: string | undefined;
  readonly city?: string | undefined;
  readonly district?: string | undefined;
  readonly street?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly building?: string | undefined;
  readonly floor?: string | undefined;
  readonly unit?: string | undefined;
  readonly room?: string | undefined;
  /** Of whoever is there, the company say. */
  readonly name?: string | undefined;
}

/** Where responders are to go. */
export interface EmergencyPlace {
  /** As people say it; with nothing but this, carriers get it as it is. */
  readonly text: string;
  readonly address?: CivicAddress | undefined;
}

/** A place as somebody set it: in words, as an address or both. Undefined when it says nothing. */
export function emergencyPlace(text: string, address: CivicAddress | undefined): EmergencyPlace | undefined {
  const words = text === "" && address ? wordsOf(address) : text;
  return words === "" ? undefined : { text: words, address };
}

/** The line's own place, else the company's; the country is the company's unless the address has another one. */
export function placeOf(
  company: { readonly region: string; readonly emergency?: { readonly place?: EmergencyPlace | undefined } },
  line: { readonly emergencyPlace?: EmergencyPlace | undefined } | undefined,
): EmergencyPlace | undefined {
  const place = line?.emergencyPlace ?? company.emergency?.place;
  return place && { ...place, address: { country: company.region, ...withoutGaps(place.address ?? {}) } };
}

function withoutGaps(address: CivicAddress): CivicAddress {
  return Object.fromEntries(
    Object.entries(address).filter(([, value]) => value !== undefined && value !== ""),
  );
}

function wordsOf(address: CivicAddress): string {
  const { name, building, houseNumber, street, unit, floor, room, district, city, state, postalCode } =
    address;
  const joined = (...words: readonly (string | undefined)[]): string =>
    words.filter((word) => word !== undefined && word !== "").join(" ");
  const named = (label: string, value: string | undefined): string => (value ? `${label} ${value}` : "");
  const parts = [
    name,
    joined(houseNumber, street),
    building,
    named("unit", unit),
    named("floor", floor),
    named("room", room),
    district,
    city,
    joined(state, postalCode),
    address.country,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(", ");
}
