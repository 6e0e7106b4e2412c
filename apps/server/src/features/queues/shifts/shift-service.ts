import type { Shift, ShiftCreate, ShiftList, ShiftNote, ShiftQuery, ShiftUpdate } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { recordAct } from "../acts/record-act.ts";
import { instantOfCompanyTime, weeksLater } from "./company-time.ts";
import { presentShift, publishShiftsOf } from "./present-shift.ts";
import {
  endsBeforeItBegins,
  groupNotFound,
  noLineToRing,
  readable,
  shiftIsOver,
  shiftNotFound,
  shiftsOverlap,
  shiftTooLong,
  tooManyShifts,
} from "./shift-errors.ts";
import {
  countShiftsAhead,
  deleteShift,
  findHandover,
  findLineOfUser,
  findOverlap,
  findShift,
  findTimeZone,
  insertShift,
  listShiftGroups,
  listShifts,
  listShiftsByUuid,
  lockGroup,
  type StoredShift,
  saveShift,
} from "./shift-repository.ts";

export interface ShiftServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Resolves when call control knows of what was stored before. */
  readonly whenKnown: () => Promise<void>;
  /** Told after a change, so that no beginning is missed. */
  readonly onChanged: () => void;
}

type Times = Pick<StoredShift, "startsAt" | "endsAt">;

const DAY_MS = 86_400_000;
const MAX_DAYS = 14;
/** Three shifts a day for a year: more is a mistake, and would slow every look at the plan. */
const MAX_AHEAD = 1_100;

/** Who is on call for hunt groups. */
export class ShiftService {
  readonly #deps: ShiftServiceDeps;

  constructor(deps: ShiftServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, { from, to }: ShiftQuery): Promise<ShiftList> {
    const { database, clock } = this.#deps;
    const { customerId, userId } = actor;
    const timezone = await findTimeZone(database.query, customerId);
    const at = (time: string): Date => new Date(instantOfCompanyTime(time, timezone));
    const period = { from: from === undefined ? new Date(clock.now()) : at(from), to: to && at(to) };
    const seesAll = actor.features.has("supervision");
    const found = await listShifts(
      database.query,
      customerId,
      { from: period.from, to: period.to || undefined },
      seesAll ? undefined : userId,
    );
    const groups = await listShiftGroups(database.query, customerId);
    const seen = new Set(found.map(({ groupId }) => groupId));
    return {
      timezone,
      groups: seesAll ? groups : groups.filter(({ id }) => seen.has(id)),
      shifts: found.map(presentShift),
      handovers: await this.#handoversFor(found.filter((shift) => shift.userId === userId)),
    };
  }

  /** Whoever is on call now reads what the person before has left to know. */
  async #handoversFor(own: readonly StoredShift[]): Promise<ShiftList["handovers"]> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const handovers: ShiftList["handovers"] = [];
    for (const shift of own) {
      if (shift.startsAt.getTime() > now || shift.endsAt.getTime() <= now) continue;
      const handover = await findHandover(database.query, shift);
      if (handover) handovers.push({ shift_id: shift.id, ...handover });
    }
    return handovers;
  }

  async create(actor: Actor, order: ShiftCreate): Promise<Shift[]> {
    const { customerId } = actor;
    return this.#change(async (tx) => {
      if (!(await lockGroup(tx.query, customerId, order.huntgroup))) throw groupNotFound();
      const known = await listShiftsByUuid(tx.query, customerId, order.uuid);
      if (known.length > 0) return known.map(presentShift);
      await this.#requireSpace(tx, order);
      const timeZone = await findTimeZone(tx.query, customerId);
      const phoneId = await findLineOfUser(tx.query, customerId, order.user_id, order.phone);
      if (phoneId === undefined) throw noLineToRing();
      for (let week = 0; week < order.weeks; week += 1) {
        const times = this.#timesOf(weeksLater(order.from, week), weeksLater(order.to, week), timeZone);
        await requireRoom(tx, order.huntgroup, times);
        await insertShift(tx.query, {
          customer_id: customerId,
          hunt_group_id: order.huntgroup,
          user_id: order.user_id,
          phone_id: phoneId,
          uuid: order.uuid,
          week,
          starts_at: times.startsAt,
          ends_at: times.endsAt,
          note: order.note,
        });
      }
      const made = await listShiftsByUuid(tx.query, customerId, order.uuid);
      for (const shift of made) await this.#record(tx, actor, "Added", shift);
      publishShiftsOf(tx, customerId, order.huntgroup);
      return made.map(presentShift);
    });
  }

  async update(actor: Actor, update: ShiftUpdate): Promise<Shift> {
    const { customerId } = actor;
    return this.#change(async (tx) => {
      const before = await this.#lock(tx, actor, update.id);
      const shown = presentShift(before);
      const userId = update.user_id ?? before.userId;
      const isOtherLine = update.user_id !== undefined || update.phone !== undefined;
      const phoneId = isOtherLine
        ? await findLineOfUser(tx.query, customerId, userId, update.phone)
        : before.phoneId;
      if (phoneId === undefined) throw noLineToRing();
      const isMoved = update.from !== undefined || update.to !== undefined;
      const times = isMoved
        ? this.#timesOf(update.from ?? shown.from, update.to ?? shown.to, before.timeZone)
        : before;
      await requireRoom(tx, before.groupId, times, before.id);
      const { startsAt, endsAt } = times;
      const changed = { ...before, userId, phoneId, startsAt, endsAt, note: update.note ?? before.note };
      const isNews = userId !== before.userId || startsAt.getTime() !== before.startsAt.getTime();
      await saveShift(tx.query, changed, isNews || endsAt > before.endsAt);
      const after = await findShift(tx.query, customerId, before.id);
      if (!after) throw shiftNotFound();
      await this.#record(tx, actor, "Changed", after);
      publishShiftsOf(tx, customerId, before.groupId);
      return presentShift(after);
    });
  }

  /** Deleting twice, from two tabs say, is no error. */
  async remove(actor: Actor, id: number): Promise<Record<string, never>> {
    return this.#change(async (tx) => {
      const shift = await findShift(tx.query, actor.customerId, id);
      if (!shift) return {};
      await deleteShift(tx.query, id);
      await this.#record(tx, actor, "Removed", shift);
      publishShiftsOf(tx, actor.customerId, shift.groupId);
      return {};
    });
  }

  /** People on call write their own; a colleague's shift looks as if it were not there. */
  async writeNote(actor: Actor, { id, note }: ShiftNote): Promise<Shift> {
    return this.#change(async (tx) => {
      const shift = await this.#lock(tx, actor, id);
      if (shift.userId !== actor.userId) throw shiftNotFound();
      await saveShift(tx.query, { ...shift, note }, false);
      publishShiftsOf(tx, actor.customerId, shift.groupId);
      return presentShift({ ...shift, note });
    });
  }

  async #lock(tx: Transaction, { customerId }: Actor, id: number): Promise<StoredShift> {
    const found = await findShift(tx.query, customerId, id);
    if (found) await lockGroup(tx.query, customerId, found.groupId);
    // Read again: it may have been changed or deleted while we waited for the lock.
    const shift = found && (await findShift(tx.query, customerId, id));
    if (!shift) throw shiftNotFound();
    return shift;
  }

  async #requireSpace({ query }: Transaction, { huntgroup, weeks }: ShiftCreate): Promise<void> {
    const ahead = await countShiftsAhead(query, huntgroup, new Date(this.#deps.clock.now()));
    if (ahead + weeks > MAX_AHEAD) throw tooManyShifts(MAX_AHEAD);
  }

  #timesOf(from: string, to: string, timeZone: string): Times {
    const startsAt = instantOfCompanyTime(from, timeZone);
    const endsAt = instantOfCompanyTime(to, timeZone);
    if (endsAt <= startsAt) throw endsBeforeItBegins();
    if (endsAt - startsAt > MAX_DAYS * DAY_MS) throw shiftTooLong(MAX_DAYS);
    if (endsAt <= this.#deps.clock.now()) throw shiftIsOver();
    return { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  }

  async #record(tx: Transaction, actor: Actor, what: string, shift: StoredShift): Promise<void> {
    const { name, from, to } = presentShift(shift);
    await recordAct(tx, actor, {
      act: "shift",
      at: new Date(this.#deps.clock.now()),
      phone: shift.phone,
      detail: `${what}: ${name}, ${shift.group}, ${readable(from)} to ${readable(to)}`,
    });
  }

  async #change<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const { database, whenKnown, onChanged } = this.#deps;
    const result = await database.transaction(change);
    onChanged();
    // The next caller must be led by what was just written.
    await whenKnown();
    return result;
  }
}

async function requireRoom(tx: Transaction, groupId: number, times: Times, except?: number): Promise<void> {
  const other = await findOverlap(tx.query, groupId, times, except);
  if (!other) return;
  const { name, from, to } = presentShift(other);
  throw shiftsOverlap({ name, group: other.group, from, to });
}
