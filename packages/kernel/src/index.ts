export { assertNever } from "./assert-never.ts";
export type { CancelTimer, Clock } from "./clock.ts";
export { Emitter } from "./emitter.ts";
export { Scope } from "./scope.ts";
