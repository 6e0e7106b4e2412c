import { channelName, type ShiftEvent } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import { presentShift, publishShiftsOf } from "./present-shift.ts";
import { type DueShift, listDueShifts, moveToPhase, nextShiftChange } from "./shift-clock-repository.ts";
import { findHandover, findShift } from "./shift-repository.ts";

export interface ShiftClockDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

const BATCH = 50;

/**
 * Tells people when a shift begins and ends. Who is rung does not depend on it: call control knows the times of
 * shifts, and looks at the clock for every call.
 */
export function createShiftClock(deps: ShiftClockDeps): DueLoop {
  const { database, clock, log } = deps;
  return new DueLoop({
    name: "on-call shifts",
    clock,
    log,
    work: async (now) => {
      for (const due of await listDueShifts(database.query, now, BATCH)) await tell(database, due, now);
    },
    nextAt: () => nextShiftChange(database.query),
  });
}

async function tell(database: Database, { id, customerId, groupId }: DueShift, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const shift = await findShift(tx.query, customerId, id);
    if (!shift || shift.startsAt > now) return;
    // Nobody needs to hear that a shift has begun which was over before the server ran again.
    const isOver = shift.endsAt <= now;
    const isFirst = await moveToPhase(
      tx.query,
      id,
      isOver ? { from: ["planned", "begun"], to: "ended" } : { from: ["planned"], to: "begun" },
    );
    if (!isFirst) return;
    publishShiftsOf(tx, customerId, groupId);
    if (isOver) return;
    const handover = await findHandover(tx.query, shift);
    const event: ShiftEvent = {
      type: "SHIFT_BEGUN",
      group: shift.group,
      shift: presentShift(shift),
      handover,
    };
    tx.publish({ customerId, channel: channelName("user", shift.userId), event });
  });
}
