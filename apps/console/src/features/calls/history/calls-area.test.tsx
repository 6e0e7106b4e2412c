import type { CallTranscript } from "@offhook/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { aRing, ScriptedPhone } from "../testing/scripted-phone.ts";
import { aCallRecord, aRecording, manyCalls, TEST_NOW } from "./testing/call-records.ts";
import { renderHistory } from "./testing/render-history.tsx";

const grid = () => page.getByRole("grid", { name: "Calls" });
const row = (name: string | RegExp) => page.getByRole("row", { name });
const detail = () => page.getByRole("article", { name: "Call" });

test("a missed call says that it waits, is read when it is opened, and can be dealt with", async () => {
  const { service, phone, router } = await renderHistory([aCallRecord({ new: true })]);
  await expect.element(row(/June Park/)).toHaveTextContent("Not returned yet");
  await expect.element(page.getByRole("img", { name: "Unread" })).toBeVisible();
  await row(/June Park/).click();
  await expect.element(detail()).toHaveTextContent("Nobody has returned this call yet.");
  await expect.poll(() => service.requestsTo("PUT /phone/cdrs/read")[0]?.body).toEqual({ ids: ["cdr-1"] });
  await expect.element(page.getByRole("img", { name: "Unread" })).not.toBeInTheDocument();
  await detail().getByRole("button", { name: "Call back" }).click();
  await expect.poll(() => phone.asked).toContainEqual(["dial", { number: "12125550177" }]);
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/calls\/active\//);
});

test("[HIS33] a door that nobody opened is missed, and neither waits to be returned nor can be called back", async () => {
  const door = aCallRecord({ doorbell: true, number: "191", name: "Front door" });
  await renderHistory([door], { path: "/calls/cdr-1" });
  await expect.element(row(/Front door/)).toHaveTextContent("Missed");
  await expect.element(row(/Front door/)).not.toHaveTextContent("Not returned yet");
  await expect.element(detail()).toHaveTextContent("Missed");
  await expect.element(detail()).not.toHaveTextContent("Nobody has returned this call yet.");
  await expect.element(page.getByRole("button", { name: /Call back/ })).not.toBeInTheDocument();
});

test("[HIS32] a call that a colleague declined says so in the list and in its details", async () => {
  const declined = { by: "Maya Okafor", user_id: 4_711 };
  await renderHistory([aCallRecord({ status: "declined", declined })], { path: "/calls/cdr-1" });
  await expect.element(row(/June Park/)).toHaveTextContent("Declined by Maya Okafor");
  await expect.element(row(/June Park/)).not.toHaveTextContent("Not returned yet");
  await expect.element(detail()).toHaveTextContent("Declined by Maya Okafor");
});

test("what a colleague does shows at once: the call is returned, with name and time", async () => {
  const { tell } = await renderHistory([aCallRecord()], { path: "/calls/cdr-1" });
  await expect.element(detail()).toHaveTextContent("Nobody has returned this call yet.");
  tell({
    type: "HISTORY_RETURNED",
    phone: "reception",
    ids: ["cdr-1"],
    returned: { via: "call", by: "Ana Reyes", user_id: 7, at: TEST_NOW / 1000 - 11 * 60 },
  });
  await expect.element(detail()).toHaveTextContent("Returned by Ana Reyes after 4 min");
  await expect.element(row(/June Park/)).toHaveTextContent("Returned by Ana Reyes after 4 min");
});

test.each([
  ["have come", undefined],
  ["do not come", { status: 500 }],
])("the page that loads the calls gives way to the dial pad when they %s", async (_what, refusal) => {
  const { router } = await renderHistory([aCallRecord()], {
    path: "/calls/loading",
    prepare: (service) => refusal && service.on("GET /phone/cdrs", () => refusal),
  });
  await expect.poll(() => router.state.location.pathname).toBe("/calls/new");
});

test("exactly one of four filters is on, and each empty list says what is missing", async () => {
  await renderHistory([aCallRecord({ status: "answer", duration: 65 })]);
  await expect.element(row(/June Park/)).toHaveTextContent("Incoming · 1:05");
  const filter = (name: string) => page.getByRole("radio", { name, exact: true });
  await expect.element(filter("All")).toBeChecked();
  await page.getByText("Missed", { exact: true }).click();
  await expect.element(page.getByText("No missed calls.")).toBeVisible();
  await expect.element(filter("Missed")).toBeChecked();
  await expect.element(filter("All")).not.toBeChecked();
  await page.getByText("Outgoing", { exact: true }).click();
  await expect.element(page.getByText("No outgoing calls yet.")).toBeVisible();
});

test("the words of the filters can be read on a tablet", async () => {
  await page.viewport(768, 1024);
  await renderHistory([aCallRecord()]);
  await expect.element(page.getByRole("radiogroup", { name: "Show calls" })).toBeVisible();
  for (const word of ["All", "Missed", "Outgoing", "Incoming"]) {
    const { scrollWidth, clientWidth } = page.getByText(word, { exact: true }).first().element();
    expect(scrollWidth, word).toBeLessThanOrEqual(clientWidth);
  }
});

test("a hundred thousand calls cost a screenful and are walked by keys", async () => {
  const all = manyCalls(100_000);
  const { services, router } = await renderHistory(all.slice(0, 1));
  await expect.element(row(/Caller 0/)).toBeVisible();
  services.history.state.setState({
    lists: { all: { choice: "all", rows: all, status: "ready", next: null } },
  });
  await expect.element(grid()).toHaveAttribute("aria-rowcount", "100000");
  expect(page.getByRole("row").elements().length).toBeLessThan(40);
  (grid().element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.element(row(/Caller 99999/)).toBeVisible();
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe("/calls/cdr-99998");
  await userEvent.keyboard("{Home}");
  await expect.element(row(/Caller 0 /)).toBeVisible();
  expect(page.getByRole("row").elements().length).toBeLessThan(40);
});

test("older calls are loaded as one comes to the end", async () => {
  const { service } = await renderHistory(manyCalls(150));
  await expect.element(grid()).toHaveAttribute("aria-rowcount", "100");
  (grid().element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.element(grid()).toHaveAttribute("aria-rowcount", "150");
  expect(service.requestsTo("GET /phone/cdrs").at(-1)?.query.before).toBe("cdr-99");
});

test("a list that cannot be loaded offers to try again, a call that is not there says so", async () => {
  let isAway = true;
  const { router } = await renderHistory([], {
    prepare: (service) => {
      service.on("GET /phone/cdrs", () => (isAway ? { status: 403 } : { result: [aCallRecord()] }));
    },
  });
  await expect.element(page.getByText("Your calls could not be loaded.")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(row(/June Park/)).toBeVisible();
  await router.navigate({ href: "/calls/nowhere" });
  await expect.element(page.getByText("Call not found.")).toBeVisible();
});

test("ringing calls stand above the history with answer and decline, unless another application has them", async () => {
  const scripted = new ScriptedPhone();
  const calls = [aRing()];
  const other = await renderHistory([aCallRecord()], {
    scripted,
    settings: { liveCallHandler: { value: "other", title: "Another application" } },
  });
  scripted.state.setState({ calls });
  const now = () => page.getByRole("list", { name: "Calls now" });
  await expect.element(now()).toHaveTextContent("June Park");
  expect(now().getByRole("button").elements()).toHaveLength(0);
  await other.screen.unmount();
  const { phone } = await renderHistory([aCallRecord()]);
  phone.state.setState({ calls });
  await now().getByRole("button", { name: "Decline June Park" }).click();
  await expect.poll(() => phone.asked).toContainEqual(["decline", "call-1"]);
});

test("a caller is blocked with a way back, and let through again", async () => {
  let blocked: string[] = [];
  const lists = () => ({
    result: [
      {
        phone: "reception",
        blacklist: blocked.map((caller_number, id) => ({
          id,
          dtype: "hangup",
          number: "101",
          caller_number,
        })),
      },
    ],
  });
  await renderHistory([aCallRecord()], {
    path: "/calls/cdr-1",
    prepare: (service) => {
      service
        .on("POST /caller/route", ({ body }) => {
          blocked = [...(body as { numbers: string[] }).numbers];
          return lists();
        })
        .on("DELETE /caller/route", () => {
          blocked = [];
          return lists();
        });
    },
  });
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(page.getByText("(212) 555-0177 is blocked")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Unblock" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByRole("button", { name: "Block", exact: true })).toBeVisible();
  expect(blocked).toEqual([]);
});

test("an unknown caller becomes a contact, and a duplicate is refused in the service's words", async () => {
  const saved = vi.fn();
  const duplicate = "A contact with the same work or mobile number already exists";
  await renderHistory([aCallRecord()], {
    path: "/calls/cdr-1",
    prepare: (service) => {
      service.on("PUT /contact", ({ body }) => {
        saved(body);
        const isFirst = saved.mock.calls.length === 1;
        return {
          result: isFirst
            ? { id: -1, message: duplicate, existing: "9" }
            : { id: 12, message: null, existing: null },
        };
      });
    },
  });
  await page.getByRole("button", { name: "Add contact" }).click();
  const dialog = page.getByRole("dialog", { name: "Add contact" });
  await expect.element(dialog.getByLabelText("First name")).toHaveValue("June");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(duplicate);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(page.getByText("Contact added")).toBeVisible();
  expect(saved.mock.calls[1]?.[0]).toMatchObject({ fname: "June", lname: "Park", mobile: "12125550177" });
});

test("a talk shows how it sounded, what was recorded and the other calls with the same party", async () => {
  const talk = aCallRecord({ id: "talk", status: "answer", duration: 65, recorded: true });
  const interval = { time: 0, loss: 0, jitter_ms: 4, round_trip_ms: 30, mos: 4.4 };
  await renderHistory([talk, aCallRecord({ id: "before", time: talk.time - 90_000 })], {
    path: "/calls/talk",
    details: () => ({ quality: [interval], recordings: [aRecording({ time: talk.time })] }),
    prepare: (service) => {
      service.on("GET /call/recording", () => ({
        result: { id: "r1", url: "data:audio/wav;base64,", duration: 21, time: talk.time },
      }));
    },
  });
  await expect
    .element(page.getByRole("region", { name: "Sound quality" }))
    .toHaveTextContent("Good: clear from beginning to end");
  await expect.element(page.getByRole("group", { name: "Recording" })).toBeVisible();
  await page.getByRole("region", { name: "Other calls" }).getByRole("link").click();
  await expect.element(page.getByText("Nobody has returned this call yet.")).toBeVisible();
});

test("a recorded call is transcribed on request: who said what, to find and to hear", async () => {
  const talk = aCallRecord({ id: "talk", status: "answer", duration: 65, recorded: true });
  let transcript: CallTranscript = { state: "unasked", sentences: [] };
  const asked = vi.fn();
  const { tell } = await renderHistory([talk], {
    path: "/calls/talk",
    details: () => ({ recordings: [aRecording({ transcript })] }),
    prepare: (service) => {
      service.on("GET /call/recording", () => ({
        result: { id: "r1", url: "data:audio/wav;base64,", duration: 21, time: talk.time },
      }));
      service.on("POST /call/recording/transcript", ({ body }) => {
        asked(body);
        transcript = { state: "waiting", sentences: [] };
        return { result: transcript };
      });
    },
  });
  await page.getByRole("button", { name: "Transcribe" }).click();
  await expect.element(page.getByText("Transcribing…")).toBeVisible();
  expect(asked).toHaveBeenCalledWith({ id: "r1" });

  const said = ["Harborlight, hello.", "Hello.", "When do you come?", "At nine.", "Thank you.", "Bye."];
  const sentences = said.map((text, index) => ({
    ...{ text, start: 2 * index, end: 2 * index + 1 },
    speaker: index === 1 || index === 2 || index === 4 ? ("other" as const) : ("line" as const),
  }));
  transcript = { state: "done", sentences };
  tell({
    type: "RECORDING_TRANSCRIPT",
    phone: talk.phone,
    callid: talk.callid,
    id: "r1",
    state: "done",
  });
  const panel = page.getByRole("region", { name: "Transcript" });
  await expect.element(panel).toHaveTextContent("Automatic, may be wrong");
  const speakers = () => [...document.querySelectorAll("dt")].map(({ textContent }) => textContent);
  await expect.poll(() => speakers().filter((name) => name === "June Park")).toHaveLength(2);
  await panel.getByRole("searchbox").fill("COME when");
  await expect.element(panel).not.toHaveTextContent("At nine.");
  await expect.element(panel.getByRole("button", { name: "When do you come?" })).toBeVisible();
  await panel.getByRole("searchbox").fill("invoice");
  await expect.element(panel).toHaveTextContent("Nobody said this.");
});

test.each(["light", "dark"] as const)("the area passes axe in %s", async (scheme) => {
  const records = [
    aCallRecord({ new: true }),
    aCallRecord({
      id: "b",
      status: "answer",
      duration: 65,
      voicemail: true,
      noted: true,
      recorded: true,
      time: 9,
    }),
    aCallRecord({ id: "c", status: "blocked", blocked: true, time: 8 }),
    aCallRecord({
      id: "d",
      time: 7,
      returned: { via: "text", by: "Ana Reyes", user_id: 7, at: 300 },
    }),
  ];
  const { screen } = await renderHistory(records, { path: "/calls/d", scheme });
  await expect.element(detail()).toHaveTextContent("Texted by Ana Reyes");
  await expect.element(row(/Texted by Ana Reyes/)).toBeVisible();
  await expectAccessible(screen.container);
});
