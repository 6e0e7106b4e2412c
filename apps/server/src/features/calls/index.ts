export { callRoutes } from "./call-routes.ts";
export { PhoneService } from "./phone-service.ts";
