import type { Clock } from "@offhook/kernel";
import { connectSmpp, fromWire, type Pdu, receiptIn, type SmppLink, statusName, toWire } from "@offhook/smpp";
import { afterEach, expect, test } from "vitest";
import { SmppCarrier, type SmppCarrierOptions } from "./smpp-carrier.ts";

const clock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function bound(
  options: SmppCarrierOptions = {},
  answer: (pdu: Pdu, link: SmppLink) => void = acknowledge,
) {
  const carrier = await SmppCarrier.start(options);
  const heard: Pdu[] = [];
  const link: SmppLink = await connectSmpp(carrier.url, {
    clock,
    timeoutMs: 5_000,
    onRequest: (pdu) => {
      heard.push(pdu);
      answer(pdu, link);
    },
    onClose: () => {},
  });
  closers.push(
    () => carrier.stop(),
    () => link.destroy(),
  );
  const { systemId: system_id, password } = carrier;
  const bind = await link.request("bind_transceiver", { system_id, password }, 5_000);
  expect(bind.command_status).toBe(0);
  const submit = async (text: string, { to = "12125550171", reference = 7 } = {}) => {
    const answers: Pdu[] = [];
    for (const segment of toWire(text, reference)) {
      const address = { source_addr: "12125550110", destination_addr: to };
      answers.push(
        await link.request("submit_sm", { ...address, ...segment, user_message_reference: reference }, 5_000),
      );
    }
    return answers;
  };
  return { carrier, link, heard, submit };
}

const acknowledge = (pdu: Pdu, link: SmppLink): void => link.answer(pdu);
const SILENT = { behaviorOf: () => ({}) };

test("a client that is not bound is not served, and one with a wrong password is not bound", async () => {
  const carrier = await SmppCarrier.start();
  const link = await connectSmpp(carrier.url, {
    clock,
    timeoutMs: 5_000,
    onRequest: () => {},
    onClose: () => {},
  });
  closers.push(
    () => carrier.stop(),
    () => link.destroy(),
  );
  const submitted = await link.request("submit_sm", { destination_addr: "1" }, 5_000);
  expect(statusName(submitted.command_status)).toBe("ESME_RINVBNDSTS");
  const bind = await link.request("bind_transceiver", { system_id: "offhook", password: "wrong" }, 5_000);
  expect(statusName(bind.command_status)).toBe("ESME_RBINDFAIL");
});

test("a long text is one text, and a repeat of it the same one", async () => {
  const { carrier, submit } = await bound(SILENT);
  const text = "A long way to say hello. ".repeat(20);
  const first = await submit(text);
  const again = await submit(text);
  expect(first.length).toBeGreaterThan(2);
  expect(again.map(({ message_id }) => message_id)).toEqual(first.map(({ message_id }) => message_id));
  expect(carrier.texts().map((each) => each.text)).toEqual([text]);
  await submit(text, { reference: 8 });
  expect(carrier.texts()).toHaveLength(2);
});

test("reports every segment, in TLVs and in words", async () => {
  const receipt = { state: "UNDELIVERABLE", error: "001", afterMs: 0 } as const;
  const { heard, submit } = await bound({ behaviorOf: () => ({ receipt }) });
  const answers = await submit("x".repeat(200));
  await expect.poll(() => heard.length).toBe(2);
  const receipts = heard.map((pdu) => receiptIn(pdu));
  expect(new Set(receipts.map((each) => each?.messageId))).toEqual(
    new Set(answers.map(({ message_id }) => message_id)),
  );
  expect(receipts).toEqual([
    expect.objectContaining({ state: "UNDELIVERABLE", error: "001" }),
    expect.objectContaining({ state: "UNDELIVERABLE", error: "001" }),
  ]);
});

test("what somebody writes is said again until it is acknowledged", async () => {
  let refusals = 1;
  const { carrier, heard } = await bound({}, (pdu, link) => {
    link.answer(pdu, refusals-- > 0 ? { command_status: 0x64 } : {});
  });
  await carrier.text({ from: "12125550171", to: "12125550110", text: "Hello 😀" });
  expect(heard.map((pdu) => fromWire(pdu).text)).toEqual(["Hello 😀", "Hello 😀"]);
  expect(new Set(heard.map((pdu) => pdu.user_message_reference)).size).toBe(1);
});

test("numbers with troubles, and people who answer", async () => {
  const { carrier, heard, submit } = await bound();
  const [refused] = await submit("Hi", { to: "12125550199" });
  expect(statusName(refused?.command_status ?? 0)).toBe("ESME_RINVDSTADR");
  carrier.throttle(1);
  const [throttled] = await submit("Hi");
  expect(statusName(throttled?.command_status ?? 0)).toBe("ESME_RTHROTTLED");
  await submit("Reply STOP to end this.");
  await expect.poll(() => heard.map((pdu) => fromWire(pdu).text), { timeout: 10_000 }).toContain("STOP");
});
