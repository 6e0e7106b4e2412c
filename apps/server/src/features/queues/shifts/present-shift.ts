import { channelName, type Shift, type ShiftEvent } from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import { companyTimeOf } from "./company-time.ts";
import type { StoredShift } from "./shift-repository.ts";

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export function presentShift(shift: StoredShift): Shift {
  const { id, groupId, userId, name, phone, startsAt, endsAt, note, timeZone } = shift;
  return {
    id,
    huntgroup_id: groupId,
    user_id: userId,
    name,
    phone,
    from: companyTimeOf(startsAt.getTime(), timeZone),
    to: companyTimeOf(endsAt.getTime(), timeZone),
    starts_at: seconds(startsAt),
    ends_at: seconds(endsAt),
    note,
  };
}

/** Call control reads the shifts anew with it, and so do screens that show them. */
export function publishShiftsOf(tx: Transaction, customerId: number, groupId: number): void {
  const event: ShiftEvent = { type: "SHIFT_UPDATE", huntgroup_id: groupId };
  tx.publish({ customerId, channel: channelName("customer", customerId), event });
}
