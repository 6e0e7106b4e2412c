import type { wallboardApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { WallboardScreens } from "./wallboard-screens.ts";
import type { WallboardService } from "./wallboard-service.ts";

export function wallboardRoutes(
  wallboard: WallboardService,
  screens: WallboardScreens,
): Handlers<typeof wallboardApi> {
  return {
    getWallboard: ({ actor }) => wallboard.read(actor),
    saveWallboardThresholds: ({ actor, body }) => wallboard.saveThresholds(actor, body),
    listWallboardLinks: ({ actor }) => wallboard.listLinks(actor),
    createWallboardLink: ({ actor, body }) => wallboard.createLink(actor, body.name),
    revokeWallboardLink: ({ actor, query }) => wallboard.revokeLink(actor, query.id),
    getWallboardScreen: ({ body }) => screens.read(body.token),
  };
}
