import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { Session } from "../../features/session/index.ts";
import { openFakeTab } from "../../testing/fake-browser.ts";
import { PageTransition } from "../page/page-transition.ts";
import { USERS_ONLY } from "./guest-tree.ts";
import { growRouteTree } from "./route-tree.ts";
import { createAppRouter } from "./router.ts";

const tab = openFakeTab();
const router = createAppRouter({
  session: new Session(tab.platform),
  started: Promise.resolve(),
  store: tab.store,
  transition: new PageTransition(() => false),
  isDemo: true,
  history: createMemoryHistory({ initialEntries: ["/login"] }),
  routeTree: growRouteTree(),
  loadPages: async () => {},
});

test.each([
  ["/login", "login"],
  ["/reset", "reset"],
  ["/resetSuccess", "resetSuccess"],
  ["/reset/abc", "reset-token"],
  ["/email/abc", "email-token"],
  ["/email/undo/abc.def", "email-undo-token"],
  ["/loginToken/7", "loginToken-id"],
  ["/", "index"],
  ["/calls", "calls"],
  ["/calls/loading", "calls-loading"],
  ["/calls/new", "calls-new"],
  ["/calls/active/7?incoming=true&camera=true", "calls-active-id"],
  ["/calls/17", "calls-id"],
  ["/acd", "acd"],
  ["/acd/wallboard", "acd-wallboard"],
  ["/acd/reports", "acd-reports"],
  ["/acd/supervision", "acd-supervision"],
  ["/wallboard", "wallboard"],
  ["/dispatch", "dispatch"],
  ["/acd/shifts", "acd-shifts"],
  ["/incomingCallModal", "incomingCallModal"],
  ["/contacts", "contacts"],
  ["/contacts/-42", "contacts-id"],
  ["/messages", "messages"],
  ["/messages/greeting", "messages-greeting"],
  ["/messages/new?number=12125550100", "messages-new"],
  ["/messages/search/c1", "messages-search-id-smsLine-conversation"],
  ["/messages/search/7/12125550110/c1", "messages-search-id-smsLine-conversation"],
  ["/messages/12125550110", "messages-id-smsLine"],
  ["/messages/12125550142/12125550110", "messages-id-smsLine"],
  ["/messages-win/12125550110", "messages-win-id-smsLine"],
  ["/messages-win/12125550142/12125550110", "messages-win-id-smsLine"],
  ["/voicemails", "voicemails"],
  ["/voicemails/boxes/maya", "voicemails-boxes-mailbox"],
  ["/voicemails/INBOX", "voicemails-mailbox-file-dir"],
  ["/voicemails/maya/msg0001/INBOX", "voicemails-mailbox-file-dir"],
  ["/faxes", "faxes"],
  ["/faxes/new?to=12125550177", "faxes-new"],
  ["/faxes/lines/12125550130", "faxes-lines-mailbox"],
  ["/faxes/SENT", "faxes-mailbox-file-dir"],
  ["/faxes/12125550130/fax7/SENT", "faxes-mailbox-file-dir"],
  ["/tasks", "tasks"],
  ["/tasks/3", "tasks-id"],
  ["/search?q=ana", "search"],
  ["/teams", "teams"],
  ["/teams/empty", "teams-empty"],
  ["/teams/greeting", "teams-greeting"],
  ["/teams/new/group", "teams-new-type"],
  ["/teams/search-result/grp1?search=x&seq=4", "teams-search-result-id"],
  ["/teams/grp1?notification=true", "teams-id"],
  ["/teams-chat/grp1", "teams-chat-id"],
  ["/settings", "settings"],
  ["/meeting/standup", "meeting"],
  ["/meeting/standup/lobby", "meeting-lobby"],
  ["/dev/gallery", "dev-gallery"],
])("%s is the route %s", (address, name) => {
  const [pathname = "", search = ""] = address.split("?");
  const parsed = Object.fromEntries(new URLSearchParams(search));
  const matches = router.matchRoutes(pathname, parsed);
  expect(matches.at(-1)?.staticData.name).toBe(name);
  expect(matches.at(-1)?.search).toEqual(parsed);
  const { access = "user" } = matches.at(-1)?.staticData ?? {};
  expect(USERS_ONLY.test(address)).toBe(access === "user");
});

test("optional parts of an address are filled from the end", () => {
  const params = (path: string) => router.matchRoutes(path).at(-1)?.params;
  expect(params("/messages/12125550110")).toEqual({ smsLine: "12125550110" });
  expect(params("/messages/1/12125550110")).toEqual({ id: "1", smsLine: "12125550110" });
  expect(params("/voicemails/INBOX")).toEqual({ dir: "INBOX" });
  expect(params("/voicemails/box/INBOX")).toEqual({ mailbox: "box", dir: "INBOX" });
  expect(params("/voicemails/box/file/INBOX")).toEqual({ mailbox: "box", file: "file", dir: "INBOX" });
});
