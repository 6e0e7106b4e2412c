/** Somebody of the demo's outside world who calls. */
interface OutsideCaller {
  readonly from: string;
  readonly name: string;
}

/** People of the demo's address book, under their own numbers: a ring shows a face and what was said before. */
const CALLERS: readonly OutsideCaller[] = [
  { from: "12125550171", name: "June Park" },
  { from: "12125550156", name: "Walter Jennings" },
  { from: "12125550157", name: "Ruth Abramson" },
  { from: "12125550173", name: "Omar Haddad" },
  { from: "12125550168", name: "Mei Chen" },
  { from: "12125550164", name: "Agnes Kowalski" },
  { from: "12125550159", name: "Lucia Fernandez" },
  { from: "12125550160", name: "Theo Marsh" },
];

/** What leads to the queue Scheduling of the demo company. */
const SCHEDULING = "12125550111";
/** A fax line of the demo company. */
const RECORDS = "12125550130";
const OUTAGE_SECONDS = 10;

const CARRIER_CUT_SECONDS = 10;
/** The people who text in the demo; Agnes is the one who says STOP. */
const [JUNE, AGNES] = [
  { from: "12125550171", name: "June Park" },
  { from: "12125550164", name: "Agnes Kowalski" },
];

export type SimulatorActId =
  | "ringMe"
  | "ringMeTwice"
  | "leaveMessage"
  | "doorbell"
  | "queueRush"
  | "hangUp"
  | "textMe"
  | "photo"
  | "stop"
  | "faxMe"
  | "breakFax"
  | "cutCarrier"
  | "cutNetwork";

/** The numbers of the user who tries the demo; empty where there are none. */
interface OwnNumbers {
  readonly number: string;
  readonly extension: string;
  readonly smsLine: string;
}

export interface SimulatorAct {
  readonly id: SimulatorActId;
  readonly title: string;
  readonly about: string;
  /** The requests that make it happen, one after the other. */
  readonly requests: (own: OwnNumbers) => readonly string[];
}

const call = (to: string, { from, name }: OutsideCaller): string =>
  `/dev/calls?from=${from}&to=${to}&name=${encodeURIComponent(name)}`;

const text = (to: string, { from }: OutsideCaller, words: string, photo = "0"): string =>
  `/dev/texts?from=${from}&to=${to}&photo=${photo}&text=${encodeURIComponent(words)}`;

const fax = (document: string): string =>
  `/dev/faxes?from=12125550172&to=${RECORDS}&name=Riverside%20Clinic&document=${document}`;

/** What the callers of a rush have to say, in turn. */
const SPEECHES = ["friday", "signature", "nurse-late", "results", "thanks"];
const [GIVES_UP, WANTS_CALLBACK] = ["Lucia Fernandez", "Agnes Kowalski"];

function rushCall(caller: OutsideCaller, index: number): string {
  const address = `${call(SCHEDULING, caller)}&speech=${SPEECHES[index % SPEECHES.length]}`;
  if (caller.name === GIVES_UP) return `${address}&gives_up=25`;
  return caller.name === WANTS_CALLBACK ? `${address}&keys=1` : address;
}

/** What the outside world of the demo can be asked to do. */
export const SIMULATOR_ACTS: readonly SimulatorAct[] = [
  {
    id: "ringMe",
    title: "Ring me",
    about: "June Park calls your line and echoes what you say.",
    requests: ({ number }) => CALLERS.slice(0, 1).map((caller) => call(number, caller)),
  },
  {
    id: "ringMeTwice",
    title: "Ring me twice",
    about: "Two people call at once: answer one, and the other waits.",
    requests: ({ number }) => CALLERS.slice(0, 2).map((caller) => call(number, caller)),
  },
  {
    id: "leaveMessage",
    title: "Leave me a voicemail",
    about: "June Park calls; send her to voicemail, or let it ring, and read along while she speaks.",
    requests: ({ number }) => CALLERS.slice(0, 1).map((caller) => `${call(number, caller)}&message=friday`),
  },
  {
    id: "doorbell",
    title: "Doorbell",
    about: "Someone is at the front door and rings you.",
    requests: ({ extension }) => [`/dev/doorbell?to=${extension}`],
  },
  {
    id: "queueRush",
    title: "Queue rush",
    about: "Eight people call the queue Scheduling. One gives up, and one asks for a callback.",
    requests: () => CALLERS.map(rushCall),
  },
  {
    id: "hangUp",
    title: "Everybody hangs up",
    about: "All callers outside end their calls.",
    requests: () => ["/dev/calls/hangup"],
  },
  {
    id: "textMe",
    title: "Text me",
    about: "June Park writes to your first SMS line.",
    requests: ({ smsLine }) => [text(smsLine, JUNE, "Hello, can the nurse come an hour later on Friday?")],
  },
  {
    id: "photo",
    title: "Send me a photo",
    about: "June Park sends a picture to your first SMS line.",
    requests: ({ smsLine }) => [text(smsLine, JUNE, "This is the view from the new flat.", "1")],
  },
  {
    id: "stop",
    title: "Say STOP",
    about: "Agnes Kowalski replies STOP to your first SMS line.",
    requests: ({ smsLine }) => [text(smsLine, AGNES, "STOP")],
  },
  {
    id: "faxMe",
    title: "Send a fax",
    about: "Riverside Clinic faxes a referral to the line Records. It takes half a minute, as faxes do.",
    requests: () => [fax("referral")],
  },
  {
    id: "breakFax",
    title: "Break off a fax",
    about: "Riverside Clinic begins to fax twelve pages to Records and hangs up after the first.",
    requests: () => [`${fax("chart")}&broken=1`],
  },
  {
    id: "cutCarrier",
    title: "Cut the carrier for 10 s",
    about: "Texts wait until the carrier is there again, and go out once.",
    requests: () => [`/dev/texts/cut?seconds=${CARRIER_CUT_SECONDS}`],
  },
  {
    id: "cutNetwork",
    title: "Cut the network for 10 s",
    about: "Every window of this demo loses the server, and finds it again.",
    requests: () => [`/dev/outage?seconds=${OUTAGE_SECONDS}`],
  },
];
