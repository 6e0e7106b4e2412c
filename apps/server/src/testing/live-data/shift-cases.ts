import { randomUUID } from "node:crypto";
import type { shiftEvents } from "@offhook/contract";
import type { CasesOf } from "./live-case.ts";
import type { LiveWorld } from "./live-world.ts";

export function shiftCases({ maya }: LiveWorld): CasesOf<typeof shiftEvents> {
  const list = async () => (await maya.client.listShifts({ query: {} })).shifts;
  const putOnCall = async (from: string, to: string): Promise<void> => {
    const { groups } = await maya.client.listShifts({ query: {} });
    const about = { huntgroup: groups[0]?.id ?? 0, user_id: maya.userId };
    await maya.client.createShift({ body: { uuid: randomUUID(), ...about, from, to } });
  };
  const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return {
    SHIFT_UPDATE: {
      reads: async () => (await list()).length,
      change: () => putOnCall(`${day(10)}T08:00`, `${day(10)}T12:00`),
    },
    SHIFT_BEGUN: { tells: () => putOnCall(`${day(-1)}T00:00`, `${day(2)}T00:00`) },
  };
}
