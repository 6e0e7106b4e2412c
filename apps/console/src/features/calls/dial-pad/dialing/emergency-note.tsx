import type { EmergencyCalling } from "@offhook/contract";
import { Siren } from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "../../../../platform/api/queries.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import classes from "../dial-pad.module.css";

/** What will happen when an emergency number is called. */
export function EmergencyNote({ number }: { readonly number: string }): ReactNode {
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["emergencyCalling"],
    queryFn: () => client.getEmergencyCalling(),
  });
  if (!data?.numbers.includes(number)) return null;
  return (
    <p className={classes.emergency} role="status">
      <Siren size={16} aria-hidden="true" />
      <span>{emergencyWords(data)}</span>
    </p>
  );
}

export function emergencyWords({ location, has_carrier, is_carrier_up }: EmergencyCalling): string {
  if (!has_carrier)
    return "No carrier is connected, so this call reaches nobody. Call from a mobile phone, and tell your administrator.";
  if (!is_carrier_up)
    return "Your carrier does not answer right now, so this call may reach nobody. Call from a mobile phone if you can, and tell your administrator.";
  if (location === "")
    return "No emergency location is set for your line. Tell the responders where you are, and tell your administrator.";
  return `Emergency number. Responders are sent to ${location}. If you are somewhere else, tell them.`;
}
