import { describe, expect, test } from "vitest";
import { formatUri } from "../grammar/uri.ts";
import { Route } from "../messages/headers/address-headers.ts";
import { aRequest, aResponse } from "../testing/sample-messages.ts";
import {
  ackInDialog,
  confirmDialog,
  dialogOfCallee,
  dialogOfCaller,
  followRequest,
  keyOfDialog,
  nextRequest,
  refreshTarget,
} from "./dialog.ts";
import { stepUsage, type UsageState } from "./invites/usage-state.ts";
import { refusalOfOffer, stepOffer } from "./offers/offer-state.ts";

const RECORDED = [
  "Record-Route: <sip:p1;lr>",
  "Record-Route: <sip:p2;lr>, <sip:p3>",
  "Contact: <sip:peer@there>",
];
const routes = (request: ReturnType<typeof ackInDialog>): string[] =>
  request.headers.all(Route).map((route) => formatUri(route.uri));

describe("dialog values", () => {
  const caller = dialogOfCaller(aRequest({ sequence: 7 }), aResponse(180, { sequence: 7, more: RECORDED }))!;
  const callee = dialogOfCallee(aRequest({ sequence: 7, more: RECORDED }), "t");

  test("[DLG1] identity and addresses as they stood", () => {
    expect(keyOfDialog(caller)).toBe("call-1\na\nb");
    expect(keyOfDialog(callee)).toBe("call-1\nt\na");
    expect(callee.local).toBe("<sip:bob@example.com>;tag=t");
    expect(callee.remote).toBe("<sip:alice@example.com>;tag=a");
    expect(nextRequest(caller, "INFO").request.headers.text("to")).toBe("<sip:bob@example.com>;tag=b");
  });

  test("[DLG1] a response without tag makes no dialog", () => {
    const untagged = aResponse(180).withHeaders(aResponse(180).headers.with("To", "<sip:bob@example.com>"));
    expect(dialogOfCaller(aRequest(), untagged)).toBeUndefined();
  });

  test("[DLG2] route sets, in reverse for the caller", () => {
    expect(caller.routeSet.map((route) => formatUri(route.uri))).toEqual([
      "sip:p3",
      "sip:p2;lr",
      "sip:p1;lr",
    ]);
    expect(callee.routeSet.map((route) => formatUri(route.uri))).toEqual([
      "sip:p1;lr",
      "sip:p2;lr",
      "sip:p3",
    ]);
    const confirmed = confirmDialog(
      caller,
      aResponse(200, { more: ["Record-Route: <sip:q;lr>", "Contact: <sip:new@there>"] }),
    );
    expect(confirmed.routeSet.map((route) => formatUri(route.uri))).toEqual(["sip:q;lr"]);
    expect(formatUri(confirmed.remoteTarget)).toBe("sip:new@there");
  });

  test("[DLG3] loose and strict routing", () => {
    const loose = nextRequest(callee, "BYE").request;
    expect(formatUri(loose.uri)).toBe("sip:peer@there");
    expect(routes(loose)).toEqual(["sip:p1;lr", "sip:p2;lr", "sip:p3"]);
    const strict = nextRequest(caller, "BYE").request;
    expect(formatUri(strict.uri)).toBe("sip:p3");
    expect(routes(strict)).toEqual(["sip:p2;lr", "sip:p1;lr", "sip:peer@there"]);
  });

  test("[DLG4] the target moves, the route stays", () => {
    const moved = refreshTarget(
      callee,
      aRequest({ more: ["Contact: <sip:moved@there>", "Record-Route: <sip:x;lr>"] }),
    );
    expect(formatUri(moved.remoteTarget)).toBe("sip:moved@there");
    expect(moved.routeSet).toBe(callee.routeSet);
    expect(refreshTarget(callee, aRequest())).toBe(callee);
  });

  test("[DLG4] without Contact the From address must do (RFC 2543)", () => {
    expect(formatUri(dialogOfCallee(aRequest(), "t").remoteTarget)).toBe("sip:alice@example.com");
  });

  test("[DLG5] numbers go up on both sides", () => {
    const first = nextRequest(caller, "INFO");
    const second = nextRequest(first.dialog, "INFO");
    expect([first.request.cseq.sequence, second.request.cseq.sequence]).toEqual([8, 9]);
    expect(ackInDialog(second.dialog, 7).cseq).toEqual({ sequence: 7, method: "ACK" });
    expect(nextRequest({ ...caller, localSequence: 2 ** 31 - 1 }, "INFO").request.cseq.sequence).toBe(1);
    expect(followRequest(callee, aRequest({ method: "INFO", sequence: 7 }))).toBeUndefined();
    expect(followRequest(callee, aRequest({ method: "INFO", sequence: 9 }))?.remoteSequence).toBe(9);
    expect(followRequest(caller, aRequest({ method: "INFO", sequence: 0 }))?.remoteSequence).toBe(0);
  });
});

describe("machines", () => {
  test("[OFF1] who owes whom", () => {
    expect(stepOffer("stable", "offerSent")).toBe("offered");
    expect(stepOffer("offered", "answerReceived")).toBe("stable");
    expect(stepOffer("stable", "offerReceived")).toBe("asked");
    expect(stepOffer("asked", "answerSent")).toBe("stable");
    expect(stepOffer("offered", "offerReceived")).toBe("offered");
    expect(stepOffer("asked", "abandoned")).toBe("stable");
    expect([refusalOfOffer("offered"), refusalOfOffer("asked"), refusalOfOffer("stable")]).toEqual([
      491,
      500,
      undefined,
    ]);
  });

  const early: UsageState = { name: "early" };
  const waiting: UsageState = { name: "unacknowledged", isEndWanted: false };
  const ended: UsageState = { name: "ended", end: { cause: "gone" } };
  test.each<[string, UsageState, Parameters<typeof stepUsage>[1], UsageState]>([
    ["[INV1] an answer", early, { type: "answered" }, waiting],
    ["[INV1] its ACK", waiting, { type: "acknowledged" }, { name: "confirmed" }],
    ["[INV1] an ACK before any answer", early, { type: "acknowledged" }, early],
    [
      "[INV5] the wish to hang up is kept",
      waiting,
      { type: "endWanted" },
      { name: "unacknowledged", isEndWanted: true },
    ],
    ["[INV5] but only there", { name: "confirmed" }, { type: "endWanted" }, { name: "confirmed" }],
    ["[INV1] nothing follows the end", ended, { type: "answered" }, ended],
    ["[INV1] the first end counts", ended, { type: "ended", end: { cause: "localBye" } }, ended],
  ])("%s", (_rule, before, event, after) => {
    expect(stepUsage(before, event)).toEqual(after);
  });
});
