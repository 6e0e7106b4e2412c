import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { refusal } from "../../../testing/fake-service.ts";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { DesktopAppDialog } from "./desktop-app-dialog.tsx";
import { FeedbackFlow } from "./feedback.tsx";
import { MobileAppsDialog } from "./mobile-apps-dialog.tsx";
import { SupportDialog } from "./support-dialog.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import { WhatsNewDialog } from "./whats-new-dialog.tsx";

const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const nothing = (): void => {};
const notes = {
  version: "0.0.0",
  date: "2026-11-15",
  sections: [],
  html: "<h3>Added</h3><ul><li>Calls <code>*97</code></li></ul><img src=x onerror=\"document.title='hit'\">",
};

describe("feedback", () => {
  test("an issue goes with version, platform and redacted logs", async () => {
    const onClose = vi.fn();
    const { service, browser } = await renderSignedIn(
      <FeedbackFlow mode="issue" isOpen onClose={onClose} />,
      {
        prepare: (each) => each.on("POST /send/feedback", () => ({ result: {} })),
      },
    );
    browser.log.add(0, "warn", ["slow", "token=s3cr3t"]);
    await page.getByRole("textbox").fill("No sound at 14:05");
    await page.getByRole("button", { name: "SUBMIT" }).click();
    await says("Feedback sent successfully");
    expect(service.requestsTo("POST /send/feedback").map(({ body }) => body)).toEqual([
      {
        type: "issue",
        message: "No sound at 14:05",
        platform: expect.stringMatching(/^web, .*Chrome/),
        appVersion: "0.0.0",
        uuid: expect.any(String),
        appLogs: "1970-01-01T00:00:00.000Z WARN slow token=[redacted]",
      },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("logs stay here when the user wants it so", async () => {
    const { service, browser } = await renderSignedIn(
      <FeedbackFlow mode="issue" isOpen onClose={nothing} />,
      {
        prepare: (each) => each.on("POST /send/feedback", () => ({ result: {} })),
      },
    );
    browser.log.add(0, "warn", ["slow"]);
    await page.getByRole("checkbox", { name: "Attach logs" }).click();
    await page.getByRole("button", { name: "SUBMIT" }).click();
    await says("Feedback sent successfully");
    expect(service.requestsTo("POST /send/feedback")[0]?.body).not.toHaveProperty("appLogs");
  });

  test("a failed send keeps the words, and the same words again are the same report", async () => {
    let isDown = true;
    const { service } = await renderSignedIn(<FeedbackFlow mode="idea" isOpen onClose={nothing} />, {
      prepare: (each) => each.on("POST /send/feedback", () => (isDown ? "unreachable" : { result: {} })),
    });
    await page.getByRole("textbox").fill("A dark icon");
    await page.getByRole("button", { name: "SUBMIT" }).click();
    await says("Failed to send feedback");
    await expect.element(page.getByRole("textbox")).toHaveValue("A dark icon");
    isDown = false;
    await page.getByRole("button", { name: "SUBMIT" }).click();
    await says("Feedback sent successfully");
    const [first, second] = service
      .requestsTo("POST /send/feedback")
      .map(({ body }) => body as { uuid: string });
    expect(first?.uuid).toBe(second?.uuid);
  });

  test("the service's own words explain a refusal", async () => {
    await renderSignedIn(<FeedbackFlow mode="issue" isOpen onClose={nothing} />, {
      prepare: (each) =>
        each.on("POST /send/feedback", () => refusal(429, "http.tooMany", "Slow down, please")),
    });
    await page.getByRole("button", { name: "SUBMIT" }).click();
    await says("Slow down, please");
  });
});

describe("what's new", () => {
  test("shows the notes of this version, without anything that could run, and has been seen then", async () => {
    const { service, store } = await renderSignedIn(<WhatsNewDialog isOpen onClose={nothing} />, {
      prepare: (each) => each.on("GET /releaseNotes", () => ({ result: notes })),
    });
    await says("Version 0.0.0");
    await says("November 15, 2026");
    await expect.element(page.getByRole("heading", { name: "Added" })).toBeVisible();
    await says("*97");
    expect(document.querySelector("img[onerror]")).toBeNull();
    expect(service.requestsTo("GET /releaseNotes").map(({ query }) => query)).toEqual([{ version: "0.0.0" }]);
    expect(store.get("seenVersion")).toBe("0.0.0");
  });

  test("a version without notes says so", async () => {
    await renderSignedIn(<WhatsNewDialog isOpen onClose={nothing} />, {
      prepare: (each) =>
        each.on("GET /releaseNotes", () => refusal(404, "settings.releaseNotesMissing", "There are none")),
    });
    await says("Nothing has been written down for this version.");
  });

  test("notes that do not load can be tried again", async () => {
    let isDown = true;
    await renderSignedIn(<WhatsNewDialog isOpen onClose={nothing} />, {
      prepare: (each) => each.on("GET /releaseNotes", () => (isDown ? "unreachable" : { result: notes })),
    });
    await says("The release notes could not be loaded.");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("heading", { name: "Added" })).toBeVisible();
  });
});

describe("apps", () => {
  test("the code and the address lead to this console", async () => {
    await renderSignedIn(<MobileAppsDialog isOpen onClose={nothing} />);
    await expect.element(page.getByRole("img", { name: "QR code of https://phone.example" })).toBeVisible();
    await says("https://phone.example");
    await expect.element(page.getByText("This address works only on this computer.")).not.toBeInTheDocument();
  });

  test("where the browser offers it, one click installs", async () => {
    const asked = vi.fn(async () => ({ outcome: "accepted" }));
    await renderSignedIn(<DesktopAppDialog isOpen onClose={nothing} />, {
      prepare: (_service, { browser }) => {
        const target = new EventTarget();
        browser.install.follow(target);
        target.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt: asked }));
      },
    });
    await page.getByRole("button", { name: "Install Offhook" }).click();
    expect(asked).toHaveBeenCalledOnce();
    await expect.element(page.getByText("Offhook is installed on this computer.")).toBeVisible();
  });

  test("elsewhere the steps are written down", async () => {
    await renderSignedIn(<DesktopAppDialog isOpen onClose={nothing} />);
    await expect.element(page.getByRole("heading", { name: "Chrome and Edge" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Install Offhook" })).not.toBeInTheDocument();
  });
});

describe("support", () => {
  const running = { status: "ok", version: "0.1.0", database: "ok", time: 0 };

  test("has what a helper asks for, and leads to a report", async () => {
    const onReportIssue = vi.fn();
    await renderSignedIn(<SupportDialog isOpen onClose={nothing} onReportIssue={onReportIssue} />, {
      prepare: (each) => each.on("GET /status", () => ({ result: running })),
    });
    await says("maya@harborlight.example");
    await says("Running, version 0.1.0");
    await page.getByRole("button", { name: "Report issue" }).click();
    expect(onReportIssue).toHaveBeenCalledOnce();
  });

  test("a service that does not answer is said to be out of reach", async () => {
    await renderSignedIn(<SupportDialog isOpen onClose={nothing} onReportIssue={nothing} />, {
      prepare: (each) => each.on("GET /status", () => "unreachable"),
    });
    await says("Out of reach");
  });
});

test("a new version is offered beside the page: Later or Restart", async () => {
  const { browser, left } = await renderSignedIn(<UpdateNotice />);
  await expect.element(page.getByText("New update available")).not.toBeInTheDocument();
  browser.updates.state.setState("ready", true);
  await says("New update available");
  await page.getByRole("button", { name: "Later" }).click();
  await expect.element(page.getByText("New update available")).not.toBeInTheDocument();
  browser.updates.state.setState("ready", true);
  await page.getByRole("button", { name: "Restart" }).click();
  expect(left).toEqual(["reload"]);
});

describe.each(["light", "dark"] as const)("passes axe in %s", (scheme) => {
  test.each([
    ["feedback", <FeedbackFlow key="f" mode="issue" isOpen onClose={nothing} />],
    ["what's new", <WhatsNewDialog key="w" isOpen onClose={nothing} />],
    ["mobile apps", <MobileAppsDialog key="m" isOpen onClose={nothing} />],
    ["desktop app", <DesktopAppDialog key="d" isOpen onClose={nothing} />],
    ["support", <SupportDialog key="s" isOpen onClose={nothing} onReportIssue={nothing} />],
  ])("%s", async (_name, dialog) => {
    await renderSignedIn(dialog, {
      scheme,
      prepare: (each) =>
        each
          .on("GET /releaseNotes", () => ({ result: { ...notes, html: "<ul><li>Calls</li></ul>" } }))
          .on("GET /status", () => "unreachable"),
    });
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(document.body);
  });
});
