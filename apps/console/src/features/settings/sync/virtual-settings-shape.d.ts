declare module "virtual:settings-shape" {
  export const settingsShape: import("./settings-shape.ts").Shape;
}
