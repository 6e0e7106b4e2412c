export { DEMO_PASSWORD, demoAccounts } from "./demo-people.ts";
export { type DemoSimulator, startDemoSimulator } from "./demo-simulator.ts";
export { DEV_ROUTES, registerDevRoutes } from "./dev/dev-routes.ts";
export { type DemoSeedDeps, resetDemo, seedDemo } from "./seed-demo.ts";
