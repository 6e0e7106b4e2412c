import { describe, expect, test } from "vitest";
import { paths } from "../../../platform/navigation/paths.ts";
import { aPerson } from "../../../testing/builders.ts";
import type { CommandAct, CommandContext } from "./command.ts";
import { findCommands } from "./command-palette-commands.ts";

const context: CommandContext = {
  userId: 1,
  features: {
    calls: true,
    messaging: true,
    voicemail: true,
    fax: true,
    teamChat: true,
    contacts: true,
    tasks: false,
  },
  people: [
    aPerson(1, "Maya Okafor"),
    aPerson(2, "Ana Reyes", { mobile: "12125550142", title: "Nurse" }),
    aPerson(3, "Diana Prince", { extension: null, mobile: "12125550143" }),
    aPerson(4, "Dashiell Moore"),
  ],
  isDndOn: false,
  areCallsDisabled: false,
  hasStatus: false,
  theme: "light",
  recents: [],
};

const find = (query: string, change: Partial<CommandContext> = {}) =>
  findCommands(query, { ...context, ...change });
const titles = (query: string, change: Partial<CommandContext> = {}): string[] =>
  find(query, change).map(({ title }) => title);
const firstAct = (query: string, change: Partial<CommandContext> = {}): CommandAct | undefined =>
  find(query, change)[0]?.act;

describe("commands in words", () => {
  test.each<[string, CommandAct]>([
    ["call ana", { kind: "call", number: "102" }],
    ["Call Ana R", { kind: "call", number: "102" }],
    ["call diana", { kind: "call", number: "12125550143" }],
    ["call (212) 555-0110", { kind: "call", number: "2125550110" }],
    ["call +44 20 7946 0120", { kind: "call", number: "+442079460120" }],
    ["call *97", { kind: "call", number: "*97" }],
    ["text 2125550110", { kind: "go", path: paths.newMessage("2125550110") }],
    ["text to ana", { kind: "go", path: paths.newMessage("12125550142") }],
    ["fax 2125550110", { kind: "go", path: paths.newFax("2125550110") }],
    ["dnd on", { kind: "dnd", isOn: true }],
    ["DND off", { kind: "dnd", isOn: false }],
    ["go voicemail", { kind: "go", path: paths.voicemails }],
    ["go to fax", { kind: "go", path: paths.faxes }],
    ["open shortcuts", { kind: "go", path: paths.settings("shortcuts") }],
    ["theme dark", { kind: "theme", theme: "dark" }],
    ["set status", { kind: "open", dialog: "status" }],
    ["disable calls", { kind: "disableCalls", isOn: true }],
    ["report", { kind: "open", dialog: "reportIssue" }],
    ["sign out", { kind: "signOut" }],
    ["audio", { kind: "go", path: paths.settings("audio") }],
    ["agent", { kind: "go", path: paths.agentDashboard }],
  ])("%s", (query, act) => {
    expect(firstAct(query)).toEqual(act);
  });

  test("'call ag' still leads to the Call Agent Dashboard", () => {
    expect(titles("call ag")).toContain("Call Agent Dashboard");
  });

  test("'dnd on' never turns it off, also when it is on already", () => {
    expect(firstAct("dnd on", { isDndOn: true })).toEqual({ kind: "dnd", isOn: true });
    expect(titles("dnd on", { isDndOn: true })).toHaveLength(1);
  });
});

describe("people", () => {
  test("a name offers calling and texting", () => {
    expect(titles("ana rey")).toEqual(["Call Ana Reyes", "Text Ana Reyes"]);
  });

  test("a contact without a mobile cannot be texted", () => {
    expect(titles("dashiell")).toEqual(["Call Dashiell Moore"]);
  });

  test("a person whose name is typed comes before a screen that is only like it", () => {
    expect(titles("dashb")[0]).toBe("Call Agent Dashboard");
    expect(titles("dashiell m")[0]).toBe("Call Dashiell Moore");
  });

  test("an extension finds its owner, and can be called as it is", () => {
    expect(titles("102").slice(0, 2)).toEqual(["Call 102", "Call Ana Reyes"]);
  });

  test("nobody is called by letters from within their name", () => {
    expect(titles("ana")).toEqual(["Call Ana Reyes", "Text Ana Reyes"]);
    expect(titles("rince")).toEqual([]);
  });

  test("users cannot call themselves", () => {
    expect(titles("okafor")).toEqual([]);
  });
});

test("[SCR3] few commands stand above what is found", () => {
  expect(titles("s").length).toBeLessThanOrEqual(8);
});

describe("what is switched off is not offered", () => {
  const features = { ...context.features, messaging: false, voicemail: false };

  test("screens", () => {
    expect(titles("", { features })).not.toContain("Voicemail");
    expect(titles("voicemail", { features })).toEqual([]);
  });

  test("texts", () => {
    expect(titles("2125550110", { features })).toEqual(["Call (212) 555-0110"]);
    expect(titles("ana rey", { features })).toEqual(["Call Ana Reyes"]);
  });
});

describe("with nothing typed", () => {
  test("the screens and actions come, and no people", () => {
    const groups = new Set(find("").map(({ group }) => group));
    expect([...groups]).toEqual(["Go to", "Actions"]);
  });

  test("recent searches come first, with a way to forget them", () => {
    const [first, second, third] = find("", { recents: ["ana", "fax"] });
    expect(first).toMatchObject({ title: "ana", act: { kind: "search", query: "ana" } });
    expect(second?.title).toBe("fax");
    expect(third?.act).toEqual({ kind: "forgetSearches" });
  });
});

test("states are offered as what changes them", () => {
  const changed = { isDndOn: true, areCallsDisabled: true, hasStatus: true, theme: "dark" } as const;
  const offered = titles("", changed);
  expect(offered).toContain("Turn off Do not disturb");
  expect(offered).toContain("Enable incoming calls");
  expect(offered).toContain("Clear Status");
  expect(offered).toContain("Light theme");
  expect(offered).not.toContain("Dark theme");
});

test("every command of an answer is another one", () => {
  for (const query of ["", "a", "call a", "s", "2125550110"]) {
    const ids = find(query, { recents: ["ana"] }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("without calls nobody can be called, and nothing can be silenced", () => {
  const off = { features: { ...context.features, calls: false } };
  for (const typed of ["", "call", "call 2125550110", "ana", "dnd on"]) {
    const acts = find(typed, off).map(({ act }) => act.kind);
    expect(acts).not.toContain("call");
    expect(acts).not.toContain("dnd");
    expect(acts).not.toContain("disableCalls");
  }
});
