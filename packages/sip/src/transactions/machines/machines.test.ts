import { describe, expect, test } from "vitest";
import { type InviteClientState, inviteClientMachine } from "./invite-client-machine.ts";
import { type InviteServerState, inviteServerMachine } from "./invite-server-machine.ts";
import type { ClientEvent, MachineSettings, ServerEvent } from "./machine.ts";
import { type RequestClientState, requestClientMachine } from "./request-client-machine.ts";
import { type RequestServerState, requestServerMachine } from "./request-server-machine.ts";
import { DEFAULT_TIMERS } from "./timer-settings.ts";

const udp: MachineSettings = { timers: DEFAULT_TIMERS, isReliable: false };
const tcp: MachineSettings = { timers: DEFAULT_TIMERS, isReliable: true };

/** "send A=500 stop fail:timeout": what a step does, as one line. */
function words(
  actions: readonly {
    readonly do: string;
    readonly timer?: string;
    readonly ms?: number;
    readonly reason?: string;
  }[],
): string {
  return actions
    .map((action) => {
      if (action.do === "start") return `${action.timer}=${action.ms}`;
      if (action.do === "fail") return `fail:${action.reason}`;
      return action.do === "stopTimers" ? "stop" : action.do;
    })
    .join(" ");
}

const timer = <Name extends string>(name: Name) => ({ type: "timer", timer: name }) as const;
const response = (status: number) => ({ type: "response", status }) as const;
const respond = (status: number) => ({ type: "respond", status }) as const;
const down = { type: "transportFailed" } as const;
const repeated = { type: "repeated" } as const;
const acknowledged = { type: "acknowledged" } as const;

test.each([
  ["[TXN1] INVITE over UDP", inviteClientMachine, udp, "B=32000 A=500 send"],
  ["[TXN1] INVITE over TCP", inviteClientMachine, tcp, "B=32000 send"],
  ["[TXN6] another request over UDP", requestClientMachine, udp, "F=32000 E=500 send"],
  ["[TXN6] another request over TCP", requestClientMachine, tcp, "F=32000 send"],
  ["[TXN8] a received INVITE", inviteServerMachine, udp, "trying=200"],
  ["[TXN12] another received request", requestServerMachine, udp, "silent=32000"],
])("%s starts with %s", (_rule, machine, settings, expected) => {
  expect(words(machine.start(settings).actions)).toBe(expected);
});

describe("INVITE client", () => {
  const calling: InviteClientState = { name: "calling", retransmitMs: 500 };
  const proceeding: InviteClientState = { name: "proceeding" };
  const completed: InviteClientState = { name: "completed" };
  const accepted: InviteClientState = { name: "accepted" };
  const terminated: InviteClientState = { name: "terminated" };
  type Event = ClientEvent<"A" | "B" | "D" | "M" | "cancelled">;

  test.each<[string, MachineSettings, InviteClientState, Event, InviteClientState, string]>([
    [
      "[TXN1] repeats with a doubled pause",
      udp,
      calling,
      timer("A"),
      { name: "calling", retransmitMs: 1000 },
      "A=1000 send",
    ],
    [
      "[TXN1] the pause of an INVITE has no bound",
      udp,
      { name: "calling", retransmitMs: 8000 },
      timer("A"),
      { name: "calling", retransmitMs: 16_000 },
      "A=16000 send",
    ],
    ["[TXN1] a provisional response ends repeating", udp, calling, response(100), proceeding, "stop deliver"],
    ["[TXN2] no response at all", udp, calling, timer("B"), terminated, "stop fail:timeout"],
    ["[TXN2] more provisional responses are told", udp, proceeding, response(183), proceeding, "deliver"],
    ["[TXN2] a late timer B means nothing", udp, proceeding, timer("B"), proceeding, ""],
    [
      "[TXN3] a refusal over UDP",
      udp,
      proceeding,
      response(486),
      completed,
      "stop acknowledge D=32000 deliver",
    ],
    ["[TXN3] a refusal at once", udp, calling, response(302), completed, "stop acknowledge D=32000 deliver"],
    ["[TXN3] a refusal over TCP", tcp, proceeding, response(603), terminated, "stop acknowledge deliver"],
    ["[TXN3] the refusal again", udp, completed, response(486), completed, "acknowledge"],
    ["[TXN3] a 2xx after a refusal is dropped", udp, completed, response(200), completed, ""],
    ["[TXN3] the end of D", udp, completed, timer("D"), terminated, "stop"],
    ["[TXN4] a 2xx", udp, proceeding, response(200), accepted, "stop M=32000 deliver"],
    [
      "[TXN4] a 2xx without anything before, also over TCP",
      tcp,
      calling,
      response(202),
      accepted,
      "stop M=32000 deliver",
    ],
    ["[TXN4] another 2xx", udp, accepted, response(200), accepted, "deliver"],
    ["[TXN4] a refusal or progress after a 2xx", udp, accepted, response(486), accepted, ""],
    ["[TXN4] progress after a 2xx", udp, accepted, response(180), accepted, ""],
    ["[TXN4] the end of M", udp, accepted, timer("M"), terminated, "stop"],
    [
      "[TXN5] a canceled INVITE gets a limit",
      udp,
      proceeding,
      { type: "cancelSent" },
      proceeding,
      "cancelled=32000",
    ],
    ["[TXN5] no 487 came", udp, proceeding, timer("cancelled"), terminated, "stop fail:timeout"],
    ["[TXN5] too early or too late to cancel", udp, calling, { type: "cancelSent" }, calling, ""],
    ["[TXN14] transport failure while calling", udp, calling, down, terminated, "stop fail:transport"],
    ["[TXN14] transport failure at the end", udp, terminated, down, terminated, ""],
    ["[TXN15] nothing revives it", udp, terminated, response(200), terminated, ""],
  ])("%s", (_rule, settings, state, event, next, actions) => {
    const step = inviteClientMachine.step(state, event, settings);
    expect(step.state).toEqual(next);
    expect(words(step.actions)).toBe(actions);
    if (actions === "") expect(step.state).toBe(state);
  });
});

describe("other client", () => {
  const trying: RequestClientState = { name: "trying", retransmitMs: 500 };
  const proceeding: RequestClientState = { name: "proceeding" };
  const completed: RequestClientState = { name: "completed" };
  const terminated: RequestClientState = { name: "terminated" };
  type Event = ClientEvent<"E" | "F" | "K">;

  test.each<[string, MachineSettings, RequestClientState, Event, RequestClientState, string]>([
    [
      "[TXN6] repeats with a doubled pause",
      udp,
      trying,
      timer("E"),
      { name: "trying", retransmitMs: 1000 },
      "E=1000 send",
    ],
    [
      "[TXN6] the pause stops at T2",
      udp,
      { name: "trying", retransmitMs: 4000 },
      timer("E"),
      { name: "trying", retransmitMs: 4000 },
      "E=4000 send",
    ],
    [
      "[TXN6] every T2 once there is a provisional response",
      udp,
      proceeding,
      timer("E"),
      proceeding,
      "E=4000 send",
    ],
    ["[TXN6] gives up while trying", udp, trying, timer("F"), terminated, "stop fail:timeout"],
    [
      "[TXN6] gives up though there was a provisional response",
      udp,
      proceeding,
      timer("F"),
      terminated,
      "stop fail:timeout",
    ],
    ["[TXN6] a provisional response keeps the timers", udp, trying, response(100), proceeding, "deliver"],
    ["[TXN7] the final response", udp, trying, response(200), completed, "stop K=5000 deliver"],
    ["[TXN7] over TCP nothing can follow", tcp, proceeding, response(404), terminated, "stop deliver"],
    ["[TXN7] its repeats", udp, completed, response(200), completed, ""],
    ["[TXN7] the end of K", udp, completed, timer("K"), terminated, "stop"],
    ["[TXN14] transport failure", udp, trying, down, terminated, "stop fail:transport"],
    ["[TXN14] transport failure after the answer", udp, completed, down, completed, ""],
    ["[TXN15] nothing revives it", udp, terminated, response(200), terminated, ""],
  ])("%s", (_rule, settings, state, event, next, actions) => {
    const step = requestClientMachine.step(state, event, settings);
    expect(step.state).toEqual(next);
    expect(words(step.actions)).toBe(actions);
  });
});

describe("INVITE server", () => {
  const proceeding: InviteServerState = { name: "proceeding" };
  const accepted: InviteServerState = { name: "accepted" };
  const completed: InviteServerState = { name: "completed", retransmitMs: 500 };
  const confirmed: InviteServerState = { name: "confirmed" };
  const terminated: InviteServerState = { name: "terminated" };
  type Event = ServerEvent<"trying" | "G" | "H" | "I" | "L">;

  test.each<[string, MachineSettings, InviteServerState, Event, InviteServerState, string]>([
    ["[TXN8] silence", udp, proceeding, timer("trying"), proceeding, "sendTrying"],
    ["[TXN8] progress", udp, proceeding, respond(180), proceeding, "stop send"],
    ["[TXN8] the INVITE again", udp, proceeding, repeated, proceeding, "resend"],
    ["[TXN9] a refusal over UDP", udp, proceeding, respond(486), completed, "stop H=32000 G=500 send"],
    ["[TXN9] a refusal over TCP", tcp, proceeding, respond(486), completed, "stop H=32000 send"],
    [
      "[TXN9] repeated",
      udp,
      completed,
      timer("G"),
      { name: "completed", retransmitMs: 1000 },
      "G=1000 resend",
    ],
    [
      "[TXN9] with a bound",
      udp,
      { name: "completed", retransmitMs: 4000 },
      timer("G"),
      { name: "completed", retransmitMs: 4000 },
      "G=4000 resend",
    ],
    ["[TXN9] the INVITE again", udp, completed, repeated, completed, "resend"],
    ["[TXN9] the ACK", udp, completed, acknowledged, confirmed, "stop I=5000"],
    ["[TXN9] the ACK over TCP", tcp, completed, acknowledged, terminated, "stop"],
    ["[TXN9] the ACK again", udp, confirmed, acknowledged, confirmed, ""],
    ["[TXN9] no ACK", udp, completed, timer("H"), terminated, "stop fail:timeout"],
    ["[TXN9] the end of I", udp, confirmed, timer("I"), terminated, "stop"],
    ["[TXN10] a 2xx", udp, proceeding, respond(200), accepted, "stop L=32000 send"],
    ["[TXN10] the 2xx again", udp, accepted, respond(200), accepted, "send"],
    ["[TXN10] the INVITE again", udp, accepted, repeated, accepted, ""],
    ["[TXN10] its ACK", udp, accepted, acknowledged, accepted, "deliverAck"],
    ["[TXN10] the end of L", udp, accepted, timer("L"), terminated, "stop"],
    ["[TXN13] a refusal after a 2xx", udp, accepted, respond(486), accepted, ""],
    ["[TXN13] a 2xx after a refusal", udp, completed, respond(200), completed, ""],
    ["[TXN14] transport failure", udp, proceeding, down, proceeding, "fail:transport"],
    ["[TXN15] nothing revives it", udp, terminated, respond(200), terminated, ""],
  ])("%s", (_rule, settings, state, event, next, actions) => {
    const step = inviteServerMachine.step(state, event, settings);
    expect(step.state).toEqual(next);
    expect(words(step.actions)).toBe(actions);
  });
});

describe("other server", () => {
  const trying: RequestServerState = { name: "trying" };
  const proceeding: RequestServerState = { name: "proceeding" };
  const terminated: RequestServerState = { name: "terminated" };
  type Event = ServerEvent<"silent">;

  test.each<[string, MachineSettings, RequestServerState, Event, RequestServerState, string]>([
    ["[TXN11] a repeat before any response", udp, trying, repeated, trying, ""],
    ["[TXN11] progress", udp, trying, respond(100), proceeding, "send"],
    ["[TXN11] a repeat gets the progress", udp, proceeding, repeated, proceeding, "resend"],
    ["[TXN11] the answer", udp, trying, respond(200), terminated, "stop send remember"],
    ["[TXN11] the answer over TCP", tcp, proceeding, respond(200), terminated, "stop send"],
    ["[TXN12] nobody answered", udp, trying, timer("silent"), terminated, "stop"],
    ["[TXN13] a second answer", udp, terminated, respond(500), terminated, ""],
    ["[TXN14] transport failure", udp, proceeding, down, terminated, "stop fail:transport"],
  ])("%s", (_rule, settings, state, event, next, actions) => {
    const step = requestServerMachine.step(state, event, settings);
    expect(step.state).toEqual(next);
    expect(words(step.actions)).toBe(actions);
  });
});
