import { expect, test } from "vitest";
import { createSmsSink } from "./sms-sink.ts";

test("keeps what was sent, in order, and tells of it", async () => {
  const sink = createSmsSink({ now: () => 5 });
  const heard: string[] = [];
  const stop = sink.onText(({ text }) => heard.push(text));
  await sink.send({ from: "+12125550110", to: "+12125550150", text: "one" });
  stop();
  await sink.send({ from: "+12125550110", to: "+12125550150", text: "two" });
  expect(sink.texts().map(({ text, to, receivedAt }) => [text, to, receivedAt])).toEqual([
    ["one", "+12125550150", 5],
    ["two", "+12125550150", 5],
  ]);
  expect(heard).toEqual(["one"]);
});
