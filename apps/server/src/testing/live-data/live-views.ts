import { FakeClock } from "@offhook/testkit";
import { AlertStore } from "../../../../console/src/features/alerts/alert-store.ts";
import { CallHistory } from "../../../../console/src/features/calls/history/store/call-history.ts";
import { PeopleDirectory } from "../../../../console/src/features/contacts/callers/people-directory.ts";
import { FaxList } from "../../../../console/src/features/faxes/store/fax-list.ts";
import { BlockedNumbers } from "../../../../console/src/features/lines/blocked-numbers.ts";
import { PhoneLine } from "../../../../console/src/features/lines/phone-line.ts";
import { ConversationLists } from "../../../../console/src/features/messages/store/conversation-lists.ts";
import { createTextApi } from "../../../../console/src/features/messages/store/text-client.ts";
import { Availability } from "../../../../console/src/features/queues/availability-store.ts";
import { ActList } from "../../../../console/src/features/queues/supervision/act-list.ts";
import { OwnStatus } from "../../../../console/src/features/settings/status/own-status.ts";
import { TaskBoard } from "../../../../console/src/features/tasks/store/task-board.ts";
import { UnreadStore } from "../../../../console/src/features/unread/unread-counters.ts";
import { LiveVoicemails } from "../../../../console/src/features/voicemails/live/live-voicemails.ts";
import { VoicemailList } from "../../../../console/src/features/voicemails/store/voicemail-list.ts";
import { MemoryStore } from "../../../../console/src/platform/storage/key-value-store.ts";
import type { LiveTab } from "./live-tab.ts";

/** Something the console shows and keeps in step: how it is loaded, and what it now is. */
interface LiveView {
  load(): Promise<unknown>;
  now(): unknown;
}

export type OpenView = (tab: LiveTab) => LiveView;

// It stands still: nothing is asked for by a timer, now or while a later view is looked at.
const clock = new FakeClock();

export const callHistory: OpenView = ({ client, log, userId }) => {
  const history = new CallHistory({ client, log, clock, store: new MemoryStore(), userId });
  // A list that has grown by a row still has its last one.
  const newest = () => history.shown(history.state.getState()).rows.slice(0, 50);
  return { load: () => history.open(), now: newest };
};

export const blockedNumbers: OpenView = ({ client, log }) => {
  const blocked = new BlockedNumbers(client, log);
  return { load: () => blocked.load(), now: () => [...blocked.state.getState().numbers].sort() };
};

export const phoneLine: OpenView = ({ client, log }) => {
  const line = new PhoneLine({ client, log, activeLine: () => "maya" });
  return { load: () => line.load(), now: () => line.state.getState() };
};

export const availability: OpenView = ({ client, log }) => {
  const store = new Availability({ client, clock, log, activeLine: () => "maya" });
  return { load: () => store.load(), now: () => store.state.getState() };
};

/** What supervisors did. */
export const acts: OpenView = ({ client, log }) => {
  const list = new ActList({ client, log, clock });
  return { load: () => list.load(), now: () => list.shown(list.state.getState()).rows };
};

export const people: OpenView = ({ client, log }) => {
  const directory = new PeopleDirectory({ client, clock, log });
  // Addresses of pictures are signed anew each time.
  const withoutSignature = (photo: string | null) => photo?.split("?")[0] ?? null;
  return {
    load: () => directory.load(),
    now: () =>
      [...directory.state.getState().byUserId.values()].map((person) => ({
        ...person,
        photo: withoutSignature(person.photo),
      })),
  };
};

const ownStatus: OpenView = ({ client, log, userId }) => {
  const status = new OwnStatus({ client, log, userId });
  return {
    load: async () => {
      await status.loadSaved();
      status.adopt((await client.getMyProfile({ query: {} })).user_status);
    },
    now: () => status.state.getState(),
  };
};

/** The status of a user: as their colleagues see it, and as they see it themselves. */
export const statuses: OpenView = (tab) => {
  const shown = [people(tab), ownStatus(tab)];
  return {
    load: () => Promise.all(shown.map((view) => view.load())),
    now: () => shown.map((view) => view.now()),
  };
};

export const unread: OpenView = (tab) => {
  const store = new UnreadStore(tab.client, clock, tab.log);
  return {
    load: async () => {
      store.start();
      await tab.isAnswered();
    },
    now: () => store.state.getState(),
  };
};

export const conversations: OpenView = ({ client, log, userId }) => {
  const lines = new ConversationLists({
    api: createTextApi(client),
    log,
    store: new MemoryStore(),
    clock,
    userId,
    choice: { filter: "all", lines: SMS_LINES },
  });
  return { load: () => lines.open(), now: () => lines.shown(lines.state.getState()).rows };
};

/** Those of Maya, set when the world is there. */
export const SMS_LINES: string[] = [];

export const tasks: OpenView = ({ client, log, userId }) => {
  const board = new TaskBoard({ client, log, clock, userId });
  board.select({ filter: "all", status: "new" });
  return { load: () => board.open(), now: () => board.shown(board.state.getState()).rows };
};

export const alerts: OpenView = ({ client, log }) => {
  const store = new AlertStore({ client, log, isAdministrator: () => true });
  return { load: () => store.load(), now: () => store.state.getState() };
};

/** Every message of the boxes that Maya has in the demo. */
export const voicemails: OpenView = ({ client, log, userId }) => {
  const list = new VoicemailList({
    ...{ client, log, clock, userId, store: new MemoryStore() },
    allBoxes: () => VOICEMAIL_BOXES,
    choice: { boxes: VOICEMAIL_BOXES, dir: null, filter: "all" },
  });
  return { load: () => list.open(), now: () => list.shown(list.state.getState()).rows };
};

/** Those of Maya, set when the world is there. */
export const VOICEMAIL_BOXES: string[] = [];

export const liveVoicemails: OpenView = ({ client, log }) => {
  const cards = new LiveVoicemails({ client, log });
  return { load: () => cards.load(), now: () => cards.state.getState() };
};

/** Both of the first demo company; Maya reads them. */
export const FAX_LINES = ["12125550130", "12125550131"] as const;

export const faxes: OpenView = ({ client, log, userId }) => {
  const list = new FaxList({
    ...{ client, log, clock, userId, store: new MemoryStore() },
    allBoxes: () => FAX_LINES,
    choice: { boxes: FAX_LINES, dir: null, filter: "all" },
  });
  return { load: () => list.open(), now: () => list.shown(list.state.getState()).rows };
};
