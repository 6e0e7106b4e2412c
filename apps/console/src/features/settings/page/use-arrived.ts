import { useLoadingShown } from "@offhook/ui";

/** What has come, once the shape that held its place has been seen for long enough, or not at all. */
export function useArrived<Value>(value: Value | undefined): Value | undefined {
  return useLoadingShown(value === undefined) ? undefined : value;
}
