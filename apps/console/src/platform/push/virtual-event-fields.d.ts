declare module "virtual:event-fields" {
  export const eventFields: import("./push-event-fields.ts").EventFields;
}
