import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { aPerson, aProfile } from "../../../testing/builders.ts";
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

const WITHOUT_MESSAGES: SignedInOptions = {
  profile: { features: { ...aProfile().features, messaging: false } },
};

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
    const rows = ["Call Ana Reyes", "Text Ana Reyes", "Ana Reyes", "Search messages for “ana rey”"];
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

  test("Enter with nothing found does nothing", async () => {
    const { onClose } = await openPalette("zebra crossing", WITHOUT_MESSAGES);
    await expect.element(page.getByText(/Nothing found for/)).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(onClose).not.toHaveBeenCalled();
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
  await openPalette("ana rey", WITHOUT_MESSAGES);
  await expect.element(page.getByRole("status").filter({ hasText: "2 results" })).toBeInTheDocument();
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

test("what was said in chat is asked for once the typing rests, twelve at a time", async () => {
  const message = {
    topic: "grpZebra",
    seq: 7,
    from: "usr2",
    ts: "2030-01-07T15:00:00.000Z",
    text: "the zebra is on loan",
    reply: null,
  };
  const { service, clock, onGo } = await openPalette("", {
    prepare: (fake) => fake.on("GET /teams/search", () => ({ result: { total: 1, messages: [message] } })),
  });
  await userEvent.keyboard("zebra");
  expect(service.requestsTo("GET /teams/search")).toEqual([]);
  clock.advance(800);
  await option("the zebra is on loan").click();
  expect(service.requestsTo("GET /teams/search").map(({ query }) => query)).toEqual([
    { Term: "zebra", From: "0", Size: "12" },
  ]);
  expect(onGo).toHaveBeenCalledWith("/teams/search-result/grpZebra?search=zebra&seq=7");
});
