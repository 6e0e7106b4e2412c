export { PlayedFloor } from "./played-floor.ts";
export { aQueue } from "./test-company.ts";
