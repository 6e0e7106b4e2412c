declare module "virtual:api-table" {
  export const apiTable: import("./api-client.ts").ApiTable;
}
