import type { callsApi } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Handlers } from "../../http/routes/handlers.ts";
import { exportCalls } from "./history/call-export.ts";
import type { CallNotes } from "./history/call-notes.ts";
import type { PhoneService } from "./lines/phone-service.ts";

export interface CallServices {
  readonly database: Database;
  readonly phones: PhoneService;
  readonly notes: CallNotes;
}

export function callRoutes({ database, phones, notes }: CallServices): Handlers<typeof callsApi> {
  return {
    getPhones: ({ actor }) => phones.list(actor),
    getPhone: ({ actor, query }) => phones.read(actor, query.phone),
    updatePhone: ({ actor, body }) => phones.update(actor, body),
    setForwarding: ({ actor, body }) => phones.forward(actor, body.phone, body.number),
    setPhoneSource: ({ actor, body }) => phones.chooseSource(actor, body.phone),
    getCallNote: ({ actor, query }) => notes.read(actor, query.callid),
    setCallNote: ({ actor, body }) => notes.write(actor, body),
    exportCallRecords: ({ actor, query }) => exportCalls(database, actor, query),
  };
}
