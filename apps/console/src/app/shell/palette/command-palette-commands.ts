import type { Person, Theme } from "@offhook/contract";
import { fitOf, folded, searchTerms } from "@offhook/search";
import { formatPhone } from "@offhook/telephony";
import { SECTION_TITLES, type SectionId } from "../../../features/settings/index.ts";
import { type Path, paths } from "../../../platform/navigation/paths.ts";
import { navEntries, SETTINGS_ENTRY } from "../navigation.ts";
import type { ShellDialog } from "../shell-dialogs.tsx";
import type { Command, CommandAct, CommandContext } from "./command.ts";
import { bestScore, fold, ranked, type Searchable } from "./command-palette-matching.ts";

const MAX_FOUND = 40;
const MAX_PEOPLE = 12;
/** Each comes with up to two commands, above everything that is found. */
const MAX_PEOPLE_AMONG_OTHERS = 2;
const MAX_AMONG_FOUND = 8;
/** Scores that differ by less say the same. */
const ALIKE = 1;

/** Pure. Everything that fits what was typed, the best first; with nothing typed, a place to start from. */
export function findCommands(typed: string, context: CommandContext): readonly Command[] {
  const query = typed.trim();
  if (query === "") return [...recentCommands(context), ...screens(context), ...actions(context)];
  return (spoken(query, context) ?? anything(query, context)).slice(0, MAX_FOUND);
}

/** Commands in words: `call ana`, `text 212...`, `fax 212...`, `dnd on`, `go voicemail`, `theme dark`. */
function spoken(query: string, context: CommandContext): readonly Command[] | undefined {
  const dnd = /^(?:dnd|do not disturb)\s+(on|off)$/i.exec(query);
  if (dnd && context.features.calls) return [dndCommand(dnd[1]?.toLowerCase() === "on")];
  const [, verb = "", rest = ""] = /^(\p{L}+)\s+(?:to\s+)?(.+)$/u.exec(query) ?? [];
  switch (fold(verb)) {
    case "call":
    case "dial":
    case "phone":
    case "ring": {
      const found = [...numberCommands(rest, context, "call"), ...peopleCommands(rest, context, "call")];
      // "Call Agent Dashboard" begins with the same word.
      return found.length > 0 ? [...found, ...ranked(query, screens(context))] : undefined;
    }
    case "text":
    case "sms":
    case "message": {
      const found = [...numberCommands(rest, context, "text"), ...peopleCommands(rest, context, "text")];
      return found.length > 0 ? found : undefined;
    }
    case "fax": {
      const found = numberCommands(rest, context, "fax");
      return found.length > 0 ? found : undefined;
    }
    case "go":
    case "goto":
    case "open":
      return orNothing(ranked(rest, [...screens(context), ...settings(), ...help()]));
    default:
      return undefined;
  }
}

function orNothing(commands: readonly Command[]): readonly Command[] | undefined {
  return commands.length > 0 ? commands : undefined;
}

function anything(query: string, context: CommandContext): readonly Command[] {
  const others = [...screens(context), ...actions(context), ...settings(), ...help()];
  const numbers = [...numberCommands(query, context, "call"), ...numberCommands(query, context, "text")];
  // Enter calls the first: whoever has the letters somewhere in their name is a result and not a call.
  const people = foundPeople(query, context)
    .filter((person) => isBegun(query, person))
    .slice(0, MAX_PEOPLE_AMONG_OTHERS)
    .flatMap(({ person }) => [
      ...personCommand(person, context, "call"),
      ...personCommand(person, context, "text"),
    ]);
  const found = grouped(ranked(query, others));
  const isPersonMeant = bestScore(query, searchablePeople(context)) > bestScore(query, others) - ALIKE;
  const commands = isPersonMeant ? [...numbers, ...people, ...found] : [...numbers, ...found, ...people];
  return commands.slice(0, MAX_AMONG_FOUND);
}

/** Each word that was typed begins a name, a nickname or the extension. */
function isBegun(query: string, { title, keywords = "" }: Searchable): boolean {
  return fitOf(searchTerms(query), folded(`${title} ${keywords}`)) === "begins";
}

/** Each group once, in the order of its best. */
function grouped(commands: readonly Command[]): readonly Command[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.flatMap((group) => commands.filter((command) => command.group === group));
}

function recentCommands({ recents }: CommandContext): readonly Command[] {
  if (recents.length === 0) return [];
  const searches = recents.map(
    (query): Command => ({
      id: `recent ${query}`,
      group: "Recent searches",
      title: query,
      act: { kind: "search", query },
    }),
  );
  const forget: Command = {
    id: "forget searches",
    group: "Recent searches",
    title: "Clear recent searches",
    act: { kind: "forgetSearches" },
  };
  return [...searches, forget];
}

const SCREEN_WORDS: Readonly<Record<string, string>> = {
  Calls: "dial pad keypad phone recent",
  Messages: "sms text inbox",
  Tasks: "follow-up to-do assigned",
  Voicemail: "mailbox",
  Fax: "faxes",
  Chat: "teams direct",
  Contacts: "people address book",
  Settings: "preferences options",
};

function screens({ features }: CommandContext): readonly Command[] {
  const entries = [...navEntries(features), SETTINGS_ENTRY].map(({ name, path }) =>
    go(name, path, SCREEN_WORDS[name] ?? ""),
  );
  const more = [
    // With the flag it stands in the navigation already.
    ...(features.tasks ? [] : [go("Tasks", paths.tasks, SCREEN_WORDS.Tasks ?? "")]),
    go("Call Agent Dashboard", paths.agentDashboard, "acd queues agent"),
    go("Wallboard", paths.wallboard, "acd queues tv wall"),
    go("Queue reports", paths.queueReports, "acd queues numbers statistics csv pdf"),
    go("On-call shifts", paths.shifts, "acd hunt group hand-over duty week"),
    go("Dispatch", paths.dispatch, "calls lines"),
    ...(features.messaging ? [go("New message", paths.newMessage(), "sms text write compose")] : []),
    ...(features.fax ? [go("New fax", paths.newFax(), "send compose")] : []),
  ];
  return [...entries, ...more];
}

function go(title: string, path: Path, keywords: string): Command {
  return { id: `go ${path}`, group: "Go to", title, keywords: `go ${keywords}`, act: { kind: "go", path } };
}

function dndCommand(isOn: boolean): Command {
  return {
    id: `dnd ${isOn}`,
    group: "Actions",
    title: isOn ? "Turn on Do not disturb" : "Turn off Do not disturb",
    keywords: `dnd ${isOn ? "on" : "off"} silence`,
    act: { kind: "dnd", isOn },
  };
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ["light", "Light theme"],
  ["dark", "Dark theme"],
  ["systemDefault", "Use system theme"],
];

function actions({
  features,
  isDndOn,
  areCallsDisabled,
  hasStatus,
  theme,
}: CommandContext): readonly Command[] {
  const action = (title: string, keywords: string, act: CommandAct): Command => ({
    id: `action ${title}`,
    group: "Actions",
    title,
    keywords,
    act,
  });
  const ringing = action(
    areCallsDisabled ? "Enable incoming calls" : "Disable incoming calls",
    areCallsDisabled ? "calls on ring" : "calls off silence",
    { kind: "disableCalls", isOn: !areCallsDisabled },
  );
  return [
    ...(features.calls ? [dndCommand(!isDndOn), ringing] : []),
    action("Set a status", "emoji away lunch", { kind: "open", dialog: "status" }),
    ...(hasStatus ? [action("Clear Status", "remove", { kind: "clearStatus" })] : []),
    action("Mark all notifications as read", "unread clear", { kind: "markAllRead" }),
    ...THEMES.filter(([name]) => name !== theme).map(([name, title]) =>
      action(title, "appearance colour mode", { kind: "theme", theme: name }),
    ),
    action("Edit Profile", "photo name email", { kind: "open", dialog: "profile" }),
    action("Switch accounts", "company", { kind: "open", dialog: "accounts" }),
    action("Sign out", "log out leave", { kind: "signOut" }),
  ];
}

function settings(): readonly Command[] {
  return (Object.keys(SECTION_TITLES) as SectionId[]).map((id) => ({
    id: `settings ${id}`,
    group: "Settings",
    title: SECTION_TITLES[id],
    keywords: "settings",
    act: { kind: "go", path: paths.settings(id) },
  }));
}

const HELP: readonly (readonly [ShellDialog, string, string])[] = [
  ["shortcuts", "Keyboard shortcuts", "keys hotkeys"],
  ["whatsNew", "What's new", "release notes version changes"],
  ["mobileApps", "Download the Mobile apps", "iphone android qr install"],
  ["desktopApp", "Download the Desktop app", "install window"],
  ["reportIssue", "Report issue", "bug problem feedback logs"],
  ["shareIdea", "Share idea", "feedback suggestion"],
  ["support", "Get support", "help contact"],
];

function help(): readonly Command[] {
  return HELP.map(([dialog, title, keywords]) => ({
    id: `help ${dialog}`,
    group: "Help",
    title,
    keywords,
    act: { kind: "open", dialog },
  }));
}

type Way = "call" | "text" | "fax";
const VERB: Readonly<Record<Way, string>> = { call: "Call", text: "Text", fax: "Fax" };

function reach(way: Way, number: string): CommandAct {
  if (way === "call") return { kind: "call", number };
  return { kind: "go", path: way === "fax" ? paths.newFax(number) : paths.newMessage(number) };
}

const FEATURES = { call: "calls", text: "messaging", fax: "fax" } as const satisfies Record<Way, string>;

function can(way: Way, { features }: CommandContext): boolean {
  return features[FEATURES[way]];
}

function peopleCommands(query: string, context: CommandContext, way: Way): readonly Command[] {
  return foundPeople(query, context)
    .slice(0, MAX_PEOPLE)
    .flatMap(({ person }) => personCommand(person, context, way));
}

function personCommand(person: Person, context: CommandContext, way: Way): readonly Command[] {
  if (!can(way, context)) return [];
  // Between colleagues the extension costs nothing; a text needs a phone that can show it.
  const number = way === "call" ? (person.extension ?? person.mobile) : person.mobile;
  if (number === "") return [];
  return [
    {
      id: `${way} ${person.user_id}`,
      group: "People",
      title: `${VERB[way]} ${person.name}`,
      detail: number === person.extension ? `Ext. ${number}` : formatPhone(number),
      act: reach(way, number),
    },
  ];
}

interface SearchablePerson extends Searchable {
  readonly person: Person;
}

function searchablePeople({ people, userId }: CommandContext): readonly SearchablePerson[] {
  return people
    .filter((person) => person.user_id !== userId)
    .map((person) => ({
      person,
      title: person.name,
      keywords: `${person.nickname} ${person.extension ?? ""}`,
    }));
}

function foundPeople(query: string, context: CommandContext): readonly SearchablePerson[] {
  return ranked(query, searchablePeople(context));
}

const NUMBER = /^\+?[\d\s().*#-]+$/;
const SHORTEST_CALL = 2;
const SHORTEST_TEXT = 5;

function numberCommands(query: string, context: CommandContext, way: Way): readonly Command[] {
  if (!NUMBER.test(query.trim())) return [];
  const number = query.replace(/[\s().-]/g, "");
  const shortest = way === "call" ? SHORTEST_CALL : SHORTEST_TEXT;
  if (number.length < shortest || !can(way, context)) return [];
  return [
    {
      id: `${way} ${number}`,
      group: "Actions",
      title: `${VERB[way]} ${formatPhone(number)}`,
      act: reach(way, number),
    },
  ];
}
