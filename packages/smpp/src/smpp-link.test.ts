import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import type { Clock } from "@offhook/kernel";
import { FakeClock } from "@offhook/testkit";
import { afterEach, expect, test } from "vitest";
import type { Pdu } from "./smpp-library.ts";
import { connectSmpp, createSmppServer, type SmppLink, SmppLinkDown } from "./smpp-link.ts";
import { statusCode, statusName } from "./smpp-status.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const clock: Clock = new FakeClock();

async function pair(onRequest: (pdu: Pdu, link: SmppLink) => void) {
  const links: SmppLink[] = [];
  const server = createSmppServer((wrap) => {
    const link = wrap({ clock, onRequest: (pdu) => onRequest(pdu, link), onClose: () => {} });
    links.push(link);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let closed: () => void = () => {};
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const link = await connectSmpp(`smpp://127.0.0.1:${port}`, {
    clock,
    timeoutMs: 5_000,
    onRequest: () => {},
    onClose: () => closed(),
  });
  closers.push(() => {
    link.destroy();
    server.close();
  });
  return { link, links, port, whenClosed };
}

test("[SMPP4] answers find their questions, also out of order", async () => {
  const asked: Pdu[] = [];
  const { link } = await pair((pdu, far) => {
    asked.push(pdu);
    if (asked.length < 2) return;
    for (const each of asked.toReversed())
      far.answer(each, { message_id: `for ${String(each.destination_addr)}` });
  });
  const ask = (to: string) => link.request("submit_sm", { destination_addr: to }, 5_000);
  const [one, two] = await Promise.all([ask("1"), ask("2")]);
  expect([one.message_id, two.message_id]).toEqual(["for 1", "for 2"]);
});

test("[SMPP4] a status is an answer too", async () => {
  const { link } = await pair((pdu, far) =>
    far.answer(pdu, { command_status: statusCode("ESME_RTHROTTLED") }),
  );
  const answer = await link.request("submit_sm", {}, 5_000);
  expect(statusName(answer.command_status)).toBe("ESME_RTHROTTLED");
  expect(statusName(0x400)).toBe("0x00000400");
});

test("[SMPP5] a cut connection is told to whoever waits", async () => {
  const { link, whenClosed } = await pair((_pdu, far) => far.destroy());
  await expect(link.request("submit_sm", {}, 5_000)).rejects.toThrow(SmppLinkDown);
  await whenClosed;
  expect(link.isOpen).toBe(false);
  await expect(link.request("submit_sm", {}, 5_000)).rejects.toThrow(SmppLinkDown);
});

test("[SMPP5] silence is not waited for longer than agreed", async () => {
  const heard = withResolvers();
  const { link } = await pair(() => heard.resolve());
  const answer = link.request("submit_sm", {}, 5_000);
  const refused = expect(answer).rejects.toThrow(/within 5000 ms/);
  await heard.promise;
  (clock as FakeClock).advance(5_000);
  await refused;
});

test("both ends say that they are there, and goodbye", async () => {
  const { link, links, whenClosed } = await pair(() => {});
  expect((await link.request("enquire_link", {}, 5_000)).command).toBe("enquire_link_resp");
  expect((await links[0]!.request("enquire_link", {}, 5_000)).command).toBe("enquire_link_resp");
  await link.request("unbind", {}, 5_000);
  await whenClosed;
});

test("[SMPP6] a frame that is none ends the connection and nothing else", async () => {
  const { port, link } = await pair((pdu, far) => far.answer(pdu));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
  await once(socket, "close");
  expect((await link.request("enquire_link", {}, 5_000)).command_status).toBe(0);
});

function withResolvers() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
