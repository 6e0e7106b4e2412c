import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { Session } from "../../features/session/index.ts";
import { boxItemAt } from "../../platform/navigation/box-item-address.ts";
import { type Path, paths } from "../../platform/navigation/paths.ts";
import { openFakeTab } from "../../testing/fake-browser.ts";
import { PageTransition } from "../page/page-transition.ts";
import { growRouteTree } from "./route-tree.ts";
import { createAppRouter } from "./router.ts";

const tab = openFakeTab();
const router = createAppRouter({
  session: new Session(tab.platform),
  started: Promise.resolve(),
  store: tab.store,
  transition: new PageTransition(() => false),
  isDemo: false,
  history: createMemoryHistory({ initialEntries: ["/login"] }),
  routeTree: growRouteTree(),
  loadPages: async () => {},
});

/** What an id or a number may hold. */
const ODD = "a/b ?#é";
const place = { id: ODD, smsLine: ODD, conversation: ODD };

const EVERY: Readonly<Record<keyof typeof paths, readonly [Path, page: string]>> = {
  login: [paths.login, "login"],
  calls: [paths.calls, "calls"],
  call: [paths.call(ODD), "calls-id"],
  dialPad: [paths.dialPad(ODD), "calls-new"],
  activeCall: [paths.activeCall(ODD, { incoming: true, camera: true }), "calls-active-id"],
  ringing: [paths.ringing, "incomingCallModal"],
  agentDashboard: [paths.agentDashboard, "acd"],
  wallboard: [paths.wallboard, "acd-wallboard"],
  queueReports: [paths.queueReports, "acd-reports"],
  shifts: [paths.shifts, "acd-shifts"],
  wallboardScreen: [paths.wallboardScreen(ODD), "wallboard"],
  dispatch: [paths.dispatch, "dispatch"],
  messages: [paths.messages, "messages"],
  noConversation: [paths.noConversation(ODD), "messages-greeting"],
  newMessage: [paths.newMessage(ODD), "messages-new"],
  conversation: [paths.conversation(ODD, ODD), "messages-id-smsLine"],
  conversationWindow: [paths.conversationWindow(ODD, ODD), "messages-win-id-smsLine"],
  foundMessage: [paths.foundMessage(place, ODD), "messages-search-id-smsLine-conversation"],
  tasks: [paths.tasks, "tasks"],
  task: [paths.task(3), "tasks-id"],
  voicemails: [paths.voicemails, "voicemails"],
  voicemailBox: [paths.voicemailBox(ODD), "voicemails-boxes-mailbox"],
  voicemail: [paths.voicemail({ mailbox: ODD, id: ODD, dir: ODD }), "voicemails-mailbox-file-dir"],
  foundVoicemail: [
    paths.foundVoicemail({ mailbox: ODD, id: ODD, dir: ODD }, ODD, 4),
    "voicemails-mailbox-file-dir",
  ],
  faxes: [paths.faxes, "faxes"],
  newFax: [paths.newFax(ODD), "faxes-new"],
  faxLine: [paths.faxLine(ODD), "faxes-lines-mailbox"],
  fax: [paths.fax({ mailbox: ODD, id: ODD, dir: ODD }), "faxes-mailbox-file-dir"],
  foundFax: [paths.foundFax({ mailbox: ODD, id: ODD, dir: ODD }, 2), "faxes-mailbox-file-dir"],
  contacts: [paths.contacts, "contacts"],
  contact: [paths.contact(ODD), "contacts-id"],
  settings: [paths.settings("lines"), "settings"],
  search: [paths.search({ q: ODD, category: "smsm" }), "search"],
  chats: [paths.chats, "teams"],
  chat: [paths.chat(ODD), "teams-id"],
  chatWindow: [paths.chatWindow(ODD), "teams-chat-id"],
  noChat: [paths.noChat(ODD), "teams-greeting"],
  newChat: [paths.newChat("group"), "teams-new-type"],
  foundInChat: [paths.foundInChat(ODD, { seq: "4", search: ODD }), "teams-search-result-id"],
};

test.each(Object.entries(EVERY))("%s leads to its page, whatever is in it", (_name, [path, page]) => {
  const { pathname } = new URL(path, "https://console.example");
  const match = router.matchRoutes(pathname, {}).at(-1);
  expect(match?.staticData).toMatchObject({ name: page });
  for (const value of Object.values(match?.params ?? {})) expect([ODD, "3", "group"]).toContain(value);
});

test("what is not there is left out, and the rest is encoded", () => {
  expect(paths.dialPad()).toBe("/calls/new");
  expect(paths.dialPad("+44 20")).toBe("/calls/new?number=%2B44+20");
  expect(paths.activeCall("a/b")).toBe("/calls/active/a%2Fb");
  expect(paths.activeCall("a", { incoming: true, camera: true })).toBe("/calls/active/a?incoming=1&camera=1");
  expect(paths.settings("audio")).toBe("/settings#audio");
});

test("the voicemail or fax of an address is found again, and no other address has one", () => {
  const item = { mailbox: ODD, id: ODD };
  expect(boxItemAt(paths.voicemail({ ...item, dir: "INBOX" }), "voicemails")).toEqual(item);
  expect(boxItemAt(paths.fax({ ...item, dir: "SENT" }), "faxes")).toEqual(item);
  expect(boxItemAt(paths.fax({ ...item, dir: "SENT" }), "voicemails")).toBeUndefined();
  for (const other of [paths.voicemails, paths.call("1"), paths.conversation("1", "2")])
    expect(boxItemAt(other, "voicemails")).toBeUndefined();
});

const SOURCES = import.meta.glob<string>("../../{app,features}/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const isProduct = (file: string): boolean => !/\.test\.tsx?$|\/testing\/|\/routes\//.test(file);
/** An address as text, except where the router types it (`to`) or it is compared with. */
const AREAS = [...new Set(Object.values(EVERY).map(([path]) => path.split(/[/?#]/)[1]))].join("|");
const TYPED = /\bto[=:] ?|startsWith\(|pathname !== /;
const AS_TEXT = new RegExp(`["\`]/(?:${AREAS})(?![\\w-])`);

test("no other file spells an address", () => {
  const spelled = Object.entries(SOURCES)
    .filter(([file]) => isProduct(file))
    .flatMap(([file, text]) => text.split("\n").map((line) => `${file}: ${line.trim()}`))
    .filter((line) => AS_TEXT.test(line) && !TYPED.test(line) && !/: (\/?\*|\/\/)/.test(line));
  expect(Object.keys(SOURCES).length).toBeGreaterThan(500);
  expect(spelled).toEqual([]);
});
