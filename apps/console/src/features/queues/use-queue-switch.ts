import { useSnackbar } from "@offhook/ui";
import { failureText } from "../../platform/api/api-failure.ts";
import { useAvailability } from "./queues-context.ts";

export type QueueSwitch = (queue: { readonly id: number; readonly name: string }, isOn: boolean) => void;

/** Joins or leaves a queue and says how that went. */
export function useQueueSwitch(): QueueSwitch {
  const availability = useAvailability();
  const snackbar = useSnackbar();
  const toggle = async (id: number, name: string, isOn: boolean): Promise<void> => {
    try {
      await availability.setQueue(id, isOn);
      snackbar.show(isOn ? `Logged in to queue ${name}` : `Logged out of queue ${name}`, { tone: "success" });
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
  };
  return ({ id, name }, isOn) => void toggle(id, name, isOn);
}
