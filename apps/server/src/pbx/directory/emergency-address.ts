import { type CivicAddress, emergencyPlace } from "@offhook/pbx";
import { z } from "zod";

const field = () => z.string("must be text").max(100, "must have at most 100 characters").optional();

/** An address field by field, as the company file and the database have it. */
export const EmergencyAddress = z
  .strictObject({
    country: z
      .string("must be text")
      .regex(/^[A-Z]{2}$/, "must be a country in two capital letters, such as US")
      .optional(),
    state: field(),
    county: field(),
    city: field(),
    district: field(),
    street: field(),
    house_number: field(),
    postal_code: field(),
    building: field(),
    floor: field(),
    unit: field(),
    room: field(),
    name: field(),
  })
  .refine(({ street, building, name }) => Boolean(street ?? building ?? name), {
    error: "must have a street, a building or a name",
  });
export type EmergencyAddress = z.infer<typeof EmergencyAddress>;

/** What the database holds was written through the schema above. */
export const storedAddress = (value: unknown): EmergencyAddress | undefined =>
  value === null ? undefined : EmergencyAddress.parse(value);

interface PlaceRow {
  readonly emergency_location: string | null;
  readonly emergency_address: unknown;
}

export function placeOfRow({ emergency_location, emergency_address }: PlaceRow) {
  const stored = storedAddress(emergency_address);
  return emergencyPlace(emergency_location ?? "", stored && civicOf(stored));
}

function civicOf({ house_number, postal_code, ...same }: EmergencyAddress): CivicAddress {
  return { ...same, houseNumber: house_number, postalCode: postal_code };
}
