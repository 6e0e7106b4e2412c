export { pbxRoutes } from "./pbx-routes.ts";
export { PhoneSystem } from "./phone-system.ts";
