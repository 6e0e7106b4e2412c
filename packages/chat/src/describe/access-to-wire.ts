import { effective, formatMode, type Grant } from "../access/access-mode.ts";

export function accessToWire(grant: Grant): { want: string; given: string; mode: string } {
  return {
    want: formatMode(grant.want),
    given: formatMode(grant.given),
    mode: formatMode(effective(grant)),
  };
}
