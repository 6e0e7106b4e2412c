import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useHasNews } from "../../../features/settings/index.ts";
import { expectAccessible } from "../../../testing/axe.ts";
import { renderSignedIn, type Scheme } from "../../../testing/render-signed-in.tsx";
import { SearchBox } from "../palette/search-box.tsx";
import { AudioMenu } from "./audio-menu.tsx";
import { DownloadsMenu } from "./downloads-menu.tsx";

const slow = (): Promise<Response> => new Promise(() => {});

describe("downloads", () => {
  const trigger = () => page.getByRole("button", { name: /^Downloads/ });

  test("the badge counts what has not been looked at, up to '9+'", async () => {
    const { downloads } = await renderSignedIn(<DownloadsMenu />);
    await expect.element(trigger()).toHaveTextContent("");
    for (let index = 0; index < 12; index += 1) downloads.start({ name: `${index}.pdf`, source: slow });
    await expect.element(trigger()).toHaveTextContent("9+");
    await expect.element(trigger()).toHaveAccessibleName("Downloads, 12 new");
    await trigger().click();
    await expect.element(trigger()).toHaveTextContent("");
  });

  test("running ones are canceled, finished ones removed", async () => {
    const { downloads } = await renderSignedIn(<DownloadsMenu />);
    downloads.start({ name: "fax.pdf", source: slow });
    downloads.start({ name: "voicemail.mp3", source: async () => new Response("sound") });
    await trigger().click();
    await page.getByRole("button", { name: "Remove voicemail.mp3" }).click();
    await page.getByRole("button", { name: "Cancel all" }).click();
    await expect.element(page.getByText("Canceled")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.element(page.getByText("Nothing has been downloaded yet.")).toBeVisible();
  });
});

const media = {
  enumerateDevices: async () => [
    { kind: "audioinput", label: "Desk microphone", deviceId: "mic", groupId: "", toJSON: () => "" } as const,
    {
      kind: "audioinput",
      label: "Headset microphone",
      deviceId: "headset-mic",
      groupId: "",
      toJSON: () => "",
    } as const,
    { kind: "audiooutput", label: "Headset", deviceId: "headset", groupId: "", toJSON: () => "" } as const,
    { kind: "audiooutput", label: "Loudspeaker", deviceId: "loud", groupId: "", toJSON: () => "" } as const,
  ],
  getUserMedia: async () => new AudioContext().createMediaStreamDestination().stream,
  addEventListener: () => {},
  removeEventListener: () => {},
};

describe("audio devices", () => {
  // The button of a mouse stays down for a while. A menu that closes when it goes down loses the click.
  const press = { delay: 120 };

  test.each([
    ["Microphone", "Headset microphone", "Microphone changed successfully", "audioInput", "headset-mic"],
    ["Secondary ringer", "Loudspeaker", "Secondary ringer changed successfully", "ringerOutput", "loud"],
  ] as const)(
    "%s is chosen with the mouse and the menu stays open",
    async (field, device, told, key, browserId) => {
      const { services } = await renderSignedIn(<AudioMenu />, { media });
      await page.getByRole("button", { name: "Audio devices" }).click(press);
      await page.getByRole("combobox", { name: field }).click(press);
      await page.getByRole("option", { name: device }).click(press);
      await expect.poll(() => services.settings.settings[key]).toEqual({ label: device, browserId });
      await expect.element(page.getByText(told)).toBeInTheDocument();
      await expect.element(page.getByRole("combobox", { name: field })).toHaveValue(device);
    },
  );

  test("an output is chosen with the mouse; what the browser says to it is shown in the menu", async () => {
    await renderSignedIn(<AudioMenu />, { media });
    await page.getByRole("button", { name: "Audio devices" }).click(press);
    await page.getByRole("combobox", { name: "Audio output" }).click(press);
    await page.getByRole("option", { name: "Loudspeaker" }).click(press);
    // The browser of the tests has no such device and calls it forbidden.
    await expect.element(page.getByText("Choosing an audio output needs HTTPS.")).toBeVisible();
  });

  test("a click elsewhere closes it", async () => {
    await renderSignedIn(
      <>
        <AudioMenu />
        <button type="button" style={{ position: "fixed", right: 0, bottom: 0 }}>
          Elsewhere
        </button>
      </>,
      { media },
    );
    await page.getByRole("button", { name: "Audio devices" }).click();
    await expect.element(page.getByRole("combobox", { name: "Microphone" })).toBeVisible();
    await page.getByRole("button", { name: "Elsewhere" }).click();
    await expect.element(page.getByRole("combobox", { name: "Microphone" })).not.toBeInTheDocument();
  });
});

describe("search", () => {
  const box = () => page.getByRole("searchbox", { name: "Search" });

  test("what is typed goes to the search as it is typed", async () => {
    const onSearch = vi.fn();
    await renderSignedIn(<SearchBox onSearch={onSearch} />);
    box().element().focus();
    await userEvent.keyboard("an");
    expect(onSearch.mock.calls).toEqual([["a"], ["an"]]);
  });

  test("leaving the field clears it", async () => {
    await renderSignedIn(<SearchBox onSearch={() => {}} />);
    box().element().focus();
    await userEvent.keyboard("ana{Tab}");
    await expect.element(box()).toHaveValue("");
  });

  test("a click and the arrow open the search, the focus alone does not", async () => {
    const onSearch = vi.fn();
    await renderSignedIn(<SearchBox onSearch={onSearch} />);
    box().element().focus();
    expect(onSearch).not.toHaveBeenCalled();
    await userEvent.keyboard("{ArrowDown}");
    expect(onSearch).toHaveBeenLastCalledWith("");
    await box().click();
    expect(onSearch).toHaveBeenCalledTimes(2);
  });

  test("on a small screen it is a button", async () => {
    await page.viewport(390, 844);
    try {
      const onSearch = vi.fn();
      await renderSignedIn(<SearchBox onSearch={onSearch} />);
      await expect.element(box()).not.toBeInTheDocument();
      await page.getByRole("button", { name: "Search" }).click();
      expect(onSearch).toHaveBeenCalledExactlyOnceWith("");
    } finally {
      await page.viewport(1280, 800);
    }
  });
});

function News(): ReactNode {
  const hasNews = useHasNews();
  const [, look] = useState(0);
  return (
    <button type="button" onClick={() => look((turn) => turn + 1)}>
      {hasNews ? "news" : "nothing new"}
    </button>
  );
}

describe("news", () => {
  test.each([
    ["a newer version than the one last seen", "0.0.9", "news"],
    ["the version last seen", "0.1.0", "nothing new"],
    ["a first visit", null, "nothing new"],
  ])("%s", async (_what, seen, expected) => {
    const { store } = await renderSignedIn(<News />, {
      prepare: (_service, tab) => {
        Object.assign(tab.platform.config, { version: "0.1.0" });
        if (seen !== null) tab.store.set("seenVersion", seen);
      },
    });
    await expect.element(page.getByRole("button")).toHaveTextContent(expected);
    expect(store.get("seenVersion")).toBe(seen ?? "0.1.0");
  });
});

describe.each<Scheme>(["light", "dark"])("passes axe in %s", (scheme) => {
  test("downloads", async () => {
    const { downloads } = await renderSignedIn(<DownloadsMenu />, { scheme });
    downloads.start({ name: "fax.pdf", source: slow });
    await page.getByRole("button", { name: /^Downloads/ }).click();
    await expect.element(page.getByText("fax.pdf")).toBeVisible();
    await expectAccessible(document.body);
  });

  test("audio devices", async () => {
    await renderSignedIn(<AudioMenu />, { scheme, media });
    await page.getByRole("button", { name: "Audio devices" }).click();
    await expect.element(page.getByRole("combobox", { name: "Microphone" })).toBeVisible();
    await expectAccessible(document.body);
  });

  test("search", async () => {
    await renderSignedIn(
      <header>
        <SearchBox onSearch={() => {}} />
      </header>,
      { scheme },
    );
    await expectAccessible(document.body);
  });
});
