export { FakeClock } from "./fake-clock.ts";
export { type LargeRequest, largeRequests } from "./large-requests.ts";
