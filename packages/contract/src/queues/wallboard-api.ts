import { z } from "zod";
import { defineApi } from "../define-api.ts";
import {
  NewWallboardLink,
  Wallboard,
  WallboardLink,
  WallboardLinkOrder,
  WallboardLinkQuery,
  WallboardScreen,
  WallboardScreenQuery,
  WallboardThresholds,
} from "./wallboard.ts";

export const wallboardApi = defineApi({
  getWallboard: {
    method: "GET",
    path: "/queue/wallboard",
    access: "user",
    summary: "The company's thresholds, and what is usual on this weekday in the queues the user may see",
    result: Wallboard,
  },
  saveWallboardThresholds: {
    method: "PUT",
    path: "/queue/wallboard/thresholds",
    access: "supervision",
    summary: "Change from when on a number of the wallboard stands out, for the whole company",
    body: WallboardThresholds,
    result: WallboardThresholds,
  },
  listWallboardLinks: {
    method: "GET",
    path: "/queue/wallboard/links",
    access: "supervision",
    summary: "The screens that show the wallboard without anybody signed in",
    result: z.array(WallboardLink),
  },
  createWallboardLink: {
    method: "POST",
    path: "/queue/wallboard/links",
    access: "supervision",
    summary: "Make a link for a screen; its token is told this once",
    body: WallboardLinkOrder,
    result: NewWallboardLink,
    ratePerMinute: 20,
  },
  revokeWallboardLink: {
    method: "DELETE",
    path: "/queue/wallboard/links",
    access: "supervision",
    summary: "Revoke the link of a screen, which shows nothing any more",
    query: WallboardLinkQuery,
    result: z.array(WallboardLink),
  },
  getWallboardScreen: {
    method: "POST",
    path: "/queue/wallboard/screen",
    access: "public",
    summary: "The wallboard for a screen with a link: numbers and first names only",
    body: WallboardScreenQuery,
    result: WallboardScreen,
    // A dozen screens of one office share an address and ask every two seconds.
    ratePerMinute: 600,
  },
});
