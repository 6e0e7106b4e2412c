import type { Shift } from "@offhook/contract";

/** In New York's winter, five hours behind UTC. */
const secondsOf = (time: string): number => Date.parse(`${time}:00-05:00`) / 1000;

export function aShift(change: Partial<Omit<Shift, "starts_at" | "ends_at">> = {}): Shift {
  const { from = "2030-01-07T20:00", to = "2030-01-08T06:00" } = change;
  return {
    id: secondsOf(from),
    huntgroup_id: 5,
    user_id: 2,
    name: "Dev Patel",
    phone: "dev",
    note: "",
    ...change,
    from,
    to,
    starts_at: secondsOf(from),
    ends_at: secondsOf(to),
  };
}
