declare const isPath: unique symbol;

/** An address of the console. Only this file makes one, so that what is in it is encoded and a page answers to it. */
export type Path = string & { readonly [isPath]: true };

type Query = Readonly<Record<string, string | undefined>>;

function at(segments: readonly string[], query: Query = {}): Path {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  // The one place where a path is made.
  return `/${segments.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}` as Path;
}

/** Where a message stands in a chat: the number of the message, or of the one it answers and its own. */
export type ChatPlace = { readonly seq: string; readonly reply?: string };

/** Where a voicemail or a fax is. */
interface BoxItem {
  readonly mailbox: string;
  readonly id: string;
  readonly dir: string;
}

/** Every address that code leads to. Links of pages to each other may name a route instead: the router types those. */
export const paths = {
  login: at(["login"]),

  calls: at(["calls"]),
  call: (id: string) => at(["calls", id]),
  dialPad: (number?: string) => at(["calls", "new"], { number }),
  /** A live call, with how it began. */
  activeCall: (id: string, { incoming = false, camera = false } = {}) =>
    at(["calls", "active", id], {
      incoming: incoming ? "1" : undefined,
      camera: camera ? "1" : undefined,
    }),
  ringing: at(["incomingCallModal"]),
  agentDashboard: at(["acd"]),
  wallboard: at(["acd", "wallboard"]),
  queueReports: at(["acd", "reports"]),
  shifts: at(["acd", "shifts"]),
  /** On a TV. What follows the hash is not sent to the server, which writes addresses into its log. */
  wallboardScreen: (token: string): Path => `${at(["wallboard"])}#${encodeURIComponent(token)}` as Path,
  dispatch: at(["dispatch"]),

  messages: at(["messages"]),
  /** The conversations with none of them open. */
  noConversation: (search?: string) => at(["messages", "greeting"], { search }),
  newMessage: (number?: string) => at(["messages", "new"], { number }),
  conversation: (smsLine: string, number: string) => at(["messages", number, smsLine]),
  conversationWindow: (smsLine: string, number: string) => at(["messages-win", number, smsLine]),
  /** A conversation at a message, with the words marked that led there. */
  foundMessage: (
    {
      id,
      smsLine,
      conversation,
    }: { readonly id: string; readonly smsLine: string; readonly conversation: string },
    search: string,
  ) => at(["messages", "search", id, smsLine, conversation], { search }),

  tasks: at(["tasks"]),
  task: (id: number) => at(["tasks", String(id)]),
  voicemails: at(["voicemails"]),
  /** What callers of a box hear, and its switches. */
  voicemailBox: (mailbox: string) => at(["voicemails", "boxes", mailbox]),
  voicemail: ({ mailbox, id, dir }: BoxItem) => at(["voicemails", mailbox, id, dir]),
  /** A voicemail at a second, with the words marked that led there. */
  foundVoicemail: ({ mailbox, id, dir }: BoxItem, search: string, second: number | null) =>
    at(["voicemails", mailbox, id, dir], { search, at: second === null ? undefined : String(second) }),
  faxes: at(["faxes"]),
  /** To one number, or to several with commas between them. */
  newFax: (to?: string) => at(["faxes", "new"], { to }),
  /** Who gets the faxes of a line by mail, and other switches. */
  faxLine: (mailbox: string) => at(["faxes", "lines", mailbox]),
  fax: ({ mailbox, id, dir }: BoxItem) => at(["faxes", mailbox, id, dir]),
  /** A fax at a page, from 1. */
  foundFax: ({ mailbox, id, dir }: BoxItem, page: number | null) =>
    at(["faxes", mailbox, id, dir], { page: page === null ? undefined : String(page) }),
  contacts: at(["contacts"]),
  contact: (id: string) => at(["contacts", id]),
  /** With the id of one of its sections, the page opens there. */
  settings: (section?: string): Path =>
    (section === undefined ? at(["settings"]) : `${at(["settings"])}#${encodeURIComponent(section)}`) as Path,

  /** What was found, in all categories or one. */
  search: (query: { readonly q?: string; readonly category?: string | undefined } = {}) =>
    at(["search"], query),

  chats: at(["teams"]),
  chat: (topic: string, query: { readonly notification?: "true" } = {}) => at(["teams", topic], query),
  chatWindow: (topic: string) => at(["teams-chat", topic]),
  /** The chats with none of them open. */
  noChat: (search?: string) => at(["teams", "greeting"], { search }),
  newChat: (type: string) => at(["teams", "new", type]),
  /** A chat at a message. `from`: whose link it is, because each side calls a direct chat by the other. */
  foundInChat: (
    topic: string,
    query: Partial<ChatPlace> & { readonly search?: string; readonly from?: string },
  ) => at(["teams", "search-result", topic], query),
} as const;
