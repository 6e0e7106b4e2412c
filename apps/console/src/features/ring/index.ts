export { useRingLight } from "./use-ring-light.ts";
