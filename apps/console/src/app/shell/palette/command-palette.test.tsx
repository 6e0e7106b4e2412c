import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { aPerson } from "../../../testing/builders.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { CommandPalette, type CommandPaletteProps } from "./command-palette.tsx";

const people = [
  aPerson(2, "Ana Reyes", { mobile: "12125550142", title: "Nurse" }),
  aPerson(3, "Noor Al-Amin", { title: "Scheduling" }),
];

interface HostProps extends Omit<CommandPaletteProps, "query"> {
  readonly first: string;
}

function Host({ first, onClose, ...places }: HostProps): ReactNode {
  const [query, setQuery] = useState<string | undefined>(first);
  const close = (): void => {
    setQuery(undefined);
    onClose();
  };
  return <CommandPalette query={query} onClose={close} {...places} />;
}

async function openPalette(query = "", options: SignedInOptions = {}) {
  const calls = { onGo: vi.fn(), onOpenDialog: vi.fn(), onClose: vi.fn() };
  const signedIn = await renderSignedIn(<Host first={query} {...calls} />, { people, ...options });
  await expect.element(field()).toHaveFocus();
  return { ...signedIn, ...calls };
}

const field = () => page.getByRole("combobox", { name: "Search" });
const option = (name: string) => page.getByRole("option", { name });
const selected = () => page.getByRole("option", { selected: true });

describe("keyboard", () => {
  test("what was typed before comes along, with the caret behind it", async () => {
    await openPalette("an");
    await userEvent.keyboard("a r");
    await expect.element(field()).toHaveValue("ana r");
    await expect.element(selected()).toHaveTextContent("Call Ana Reyes");
  });

  test("arrows move, past the ends too, and the field names the row it points to", async () => {
    await openPalette("ana rey");
    const rows = ["Call Ana Reyes", "Text Ana Reyes", "All results for “ana rey”", "Ana Reyes"];
    await expect.element(selected()).toHaveTextContent(rows[0]!);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(selected()).toHaveTextContent(rows[1]!);
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect.element(selected()).toHaveTextContent(rows[3]!);
    await expect.element(field()).toHaveAttribute("aria-activedescendant", selected().element().id);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(selected()).toHaveTextContent(rows[0]!);
  });

  test("Enter runs the chosen one and closes", async () => {
    const { onGo, onClose } = await openPalette();
    await userEvent.keyboard("call ana{Enter}");
    // The phone has dialed, and the call is shown.
    await expect.poll(() => onGo.mock.calls).toEqual([["/calls/active/call-1"]]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("Esc closes and does nothing", async () => {
    const { onGo, onClose, store } = await openPalette();
    await userEvent.keyboard("ana{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(onGo).not.toHaveBeenCalled();
    expect(store.get("recentSearches")).toBeNull();
  });

  test("another text begins at the top again", async () => {
    await openPalette();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}fax");
    await expect.element(selected()).toHaveTextContent("Fax");
  });

  test("[SCR4] where no command fits, Enter leads to all results", async () => {
    const { onGo, onClose } = await openPalette("zebra crossing");
    await expect.element(selected()).toHaveTextContent("All results for “zebra crossing”");
    await userEvent.keyboard("{Enter}");
    expect(onGo).toHaveBeenCalledExactlyOnceWith("/search?q=zebra+crossing");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("[SCR4] Home and End lead to the ends of the list", async () => {
    await openPalette("ana rey");
    await userEvent.keyboard("{End}");
    await expect.element(selected()).toHaveTextContent("Ana Reyes");
    await userEvent.keyboard("{Home}");
    await expect.element(selected()).toHaveTextContent("Call Ana Reyes");
  });
});

describe("commands", () => {
  test("'dnd on' turns it on, and says so", async () => {
    const { world } = await openPalette("dnd on");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Do not disturb is on")).toBeVisible();
    expect(world.phone.dnd).toBe("1");
  });

  test("a refusal is explained", async () => {
    await openPalette("dnd on", {
      prepare: (service) =>
        service.on("PUT /phone", () => refusal(403, "phones.locked", "The line is locked")),
    });
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("The line is locked")).toBeVisible();
  });

  test("incoming calls and the theme are settings", async () => {
    const { services } = await openPalette("disable incoming");
    await userEvent.keyboard("{Enter}");
    expect(services.settings.settings.disableCalls).toBe(true);
  });

  test("the theme changes at once", async () => {
    const { services } = await openPalette("dark");
    await option("Dark theme").click();
    expect(services.settings.settings.theme).toBe("dark");
  });

  test("dialogs open by their names", async () => {
    const { onOpenDialog } = await openPalette("what's new");
    await userEvent.keyboard("{Enter}");
    expect(onOpenDialog).toHaveBeenCalledExactlyOnceWith("whatsNew");
  });

  test("a running status can be cleared", async () => {
    const user_status = {
      id: 3,
      name: "Lunch",
      emoji: "🥪",
      default_duration: "1_hour",
      shared: "1",
      expires_at: null,
    } as const;
    await openPalette("clear status", {
      profile: { user_status },
      prepare: (service) =>
        service.on("PUT /user/status", () => ({ result: { id: null, expires_at: null } })),
    });
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Status cleared successfully.")).toBeVisible();
  });

  test("everything can be marked as read", async () => {
    await openPalette("mark all", {
      prepare: (service) =>
        service.on("PUT /messages/read", () => ({ result: { sms: 0, phn: 0, vox: 0, fax: 0 } })),
    });
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("All messages marked as read successfully")).toBeVisible();
  });
});

describe("recent searches", () => {
  test("what led somewhere is offered again, and can be forgotten", async () => {
    const { store, screen } = await openPalette("ana rey");
    await userEvent.keyboard("{Enter}");
    expect(store.get("recentSearches")).toBe('["ana rey"]');
    await screen.unmount();
    const again = await openPalette("", {
      prepare: (_service, tab) => tab.store.set("recentSearches", '["ana rey"]'),
    });
    await option("ana rey").click();
    await expect.element(field()).toHaveValue("ana rey");
    await expect.element(field()).toHaveFocus();
    expect(again.onClose).not.toHaveBeenCalled();
    await field().clear();
    await option("Clear recent searches").click();
    await expect.element(option("Clear recent searches")).not.toBeInTheDocument();
    expect(again.store.get("recentSearches")).toBeNull();
  });
});

test("a screen reader hears how many were found", async () => {
  await openPalette("ana rey");
  await expect.element(page.getByRole("status").filter({ hasText: "3 results" })).toBeInTheDocument();
  await field().fill("ana reyes nurse call");
  await expect.element(page.getByRole("status").filter({ hasText: "0 results" })).toBeInTheDocument();
});

test.each(["light", "dark"] as const)("passes axe in %s", async (scheme) => {
  await openPalette("", { scheme });
  await expectAccessible(document.body);
  await field().fill("a");
  await expectAccessible(document.body);
  await field().fill("zebra crossing");
  await expectAccessible(document.body);
});

const aText = (id: string, text: string) => ({
  id,
  smsLine: "12125550110",
  conversation: "12125550177",
  kind: "text",
  direction: "in",
  text,
  sent_by_name: "",
  time: 1_890_000_000_000,
  files: [],
});

function found(change: object = {}) {
  const lists = [
    "contacts",
    "smsMessages",
    "smsConversations",
    "cdrs",
    "fax",
    "voicemails",
    "teams",
    "tasks",
  ];
  const nothing = Object.fromEntries(lists.map((name) => [name, []]));
  return { result: { ...nothing, totals: {}, more: [], failed: [], ...change } };
}

describe("what the service finds", () => {
  const three = ["the zebra is on loan", "no zebra today", "zebra?"].map((text, at) => aText(`m${at}`, text));
  const answer = found({ smsMessages: three, totals: { smsm: 3 } });

  test("[SCR1] it is asked once the typing rests, and opens at its place", async () => {
    const { service, clock, onGo } = await openPalette("", {
      prepare: (fake) => fake.on("GET /search/query", () => answer),
    });
    await userEvent.keyboard("zebra");
    expect(service.requestsTo("GET /search/query")).toEqual([]);
    clock.advance(800);
    await option("the zebra is on loan").click();
    expect(service.requestsTo("GET /search/query").map(({ query }) => query)).toEqual([
      { q: "zebra", offset: "0", limit: "12" },
    ]);
    expect(onGo).toHaveBeenCalledWith("/messages/search/m0/12125550110/12125550177?search=zebra");
  });

  test("[SCR2] what joins moves no row, and the chosen one stays chosen", async () => {
    const { clock } = await openPalette("", {
      prepare: (fake) => fake.on("GET /search/query", () => answer),
    });
    await userEvent.keyboard("ana rey{ArrowDown}{ArrowDown}{ArrowDown}");
    const rows = () => page.getByRole("option").elements();
    const before = rows().map((row) => [row.id, row.getBoundingClientRect().top]);
    await expect.element(selected()).toHaveTextContent("Ana Reyes");
    clock.advance(800);
    await expect.element(option("the zebra is on loan")).toBeVisible();
    const after = rows().map((row) => [row.id, row.getBoundingClientRect().top]);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 3);
    await expect.element(selected()).toHaveTextContent("Ana Reyes");
  });

  test("[SCR3] more of a category is a row of its own, which Tab reaches", async () => {
    const many = Array.from({ length: 12 }, (_, at) => aText(`m${at}`, `zebra ${at}`));
    const { clock, onGo } = await openPalette("", {
      prepare: (fake) =>
        fake.on("GET /search/query", () =>
          found({ smsMessages: many, totals: { smsm: 51 }, more: ["smsm"] }),
        ),
    });
    await userEvent.keyboard("zebra");
    clock.advance(800);
    await expect.element(option("All 50+ texts")).toBeInTheDocument();
    expect(page.getByRole("option", { name: /^zebra/ }).elements().length).toBeLessThanOrEqual(4);
    await userEvent.keyboard("{Tab}");
    await expect.element(selected()).toHaveTextContent("All 50+ texts");
    await userEvent.keyboard("{Enter}");
    expect(onGo).toHaveBeenCalledWith("/search?q=zebra&category=smsm");
  });

  test("[SCR7] a category that fails says so, and the others are there", async () => {
    const { clock } = await openPalette("", {
      prepare: (fake) => fake.on("GET /search/query", () => found({ smsMessages: three, failed: ["cdrs"] })),
    });
    await userEvent.keyboard("zebra");
    clock.advance(800);
    await expect.element(option("the zebra is on loan")).toBeVisible();
    await expect
      .element(page.getByRole("group", { name: "Calls" }))
      .toHaveTextContent("Search failed. Try again later");
  });

  test("[SCR7] a search that fails says so, and what the device knows stays", async () => {
    const { clock } = await openPalette("", {
      prepare: (fake) => fake.on("GET /search/query", () => ({ status: 500 })),
    });
    await userEvent.keyboard("ana rey");
    clock.advance(800);
    await expect.element(page.getByText("Search failed. Try again later")).toBeVisible();
    await expect.element(option("Ana Reyes").last()).toBeVisible();
  });
});

describe("filters", () => {
  test("[SCR5] operators and their values are completed, by keyboard too", async () => {
    await openPalette("");
    await userEvent.keyboard("fr");
    await expect.element(page.getByRole("button", { name: "from:" })).toBeVisible();
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.element(field()).toHaveValue("from:");
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard("noor");
    await page.getByRole("button", { name: "Noor Al-Amin" }).click();
    await expect.element(field()).toHaveValue('from:"Noor Al-Amin" ');
    await page.getByRole("button", { name: "Remove filter From: Noor Al-Amin" }).click();
    await expect.element(field()).toHaveValue("");
  });
});
