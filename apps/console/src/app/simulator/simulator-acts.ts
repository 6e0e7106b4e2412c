/** Somebody of the demo's outside world who calls. */
interface OutsideCaller {
  readonly from: string;
  readonly name: string;
}

const CALLERS: readonly OutsideCaller[] = [
  { from: "12125550177", name: "June Park" },
  { from: "12125550176", name: "Walter Brooks" },
  { from: "12125550175", name: "Rosa Delgado" },
  { from: "12125550174", name: "Henry Adeyemi" },
  { from: "12125550173", name: "Mei Chen" },
  { from: "12125550172", name: "Agnes Kowalski" },
  { from: "12125550171", name: "Omar Haddad" },
  { from: "12125550170", name: "Lucia Fernandez" },
];

/** What leads to the queue Scheduling of the demo company. */
const SCHEDULING = "12125550111";
const OUTAGE_SECONDS = 10;

export type SimulatorActId = "ringMe" | "ringMeTwice" | "doorbell" | "queueRush" | "hangUp" | "cutNetwork";

export interface SimulatorAct {
  readonly id: SimulatorActId;
  readonly title: string;
  readonly about: string;
  /** The requests that make it happen, one after the other. */
  readonly requests: (ownNumber: string, ownExtension: string) => readonly string[];
}

const call = (to: string, { from, name }: OutsideCaller): string =>
  `/dev/calls?from=${from}&to=${to}&name=${encodeURIComponent(name)}`;

/** What the outside world of the demo can be asked to do. */
export const SIMULATOR_ACTS: readonly SimulatorAct[] = [
  {
    id: "ringMe",
    title: "Ring me",
    about: "June Park calls your line and says back what you say.",
    requests: (number) => CALLERS.slice(0, 1).map((caller) => call(number, caller)),
  },
  {
    id: "ringMeTwice",
    title: "Ring me twice",
    about: "Two people call at once: answer one, and the other waits.",
    requests: (number) => CALLERS.slice(0, 2).map((caller) => call(number, caller)),
  },
  {
    id: "doorbell",
    title: "Doorbell",
    about: "Somebody stands at the front door and rings you.",
    requests: (_number, extension) => [`/dev/doorbell?to=${extension}`],
  },
  {
    id: "queueRush",
    title: "Queue rush",
    about: "Eight people call the queue Scheduling.",
    requests: () => CALLERS.map((caller) => call(SCHEDULING, caller)),
  },
  {
    id: "hangUp",
    title: "Everybody hangs up",
    about: "All callers outside end their calls.",
    requests: () => ["/dev/calls/hangup"],
  },
  {
    id: "cutNetwork",
    title: "Cut the network for 10 s",
    about: "Every window of this demo loses the server, and finds it again.",
    requests: () => [`/dev/outage?seconds=${OUTAGE_SECONDS}`],
  },
];
