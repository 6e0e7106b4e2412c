declare module "virtual:api-table/first" {
  export const routes: import("./api-client.ts").ApiRoutes;
}

declare module "virtual:api-table/rest" {
  export const routes: import("./api-client.ts").ApiRoutes;
}
