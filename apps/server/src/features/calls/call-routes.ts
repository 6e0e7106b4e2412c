import type { callsApi } from "@offhook/contract";
import type { Handlers } from "../../http/handlers.ts";
import type { PhoneService } from "./phone-service.ts";

export function callRoutes(phones: PhoneService): Handlers<typeof callsApi> {
  return {
    getPhones: ({ actor }) => phones.list(actor),
    getPhone: ({ actor, query }) => phones.read(actor, query.phone),
    updatePhone: ({ actor, body }) => phones.update(actor, body),
    setForwarding: ({ actor, body }) => phones.forward(actor, body.phone, body.number),
    setPhoneSource: ({ actor, body }) => phones.chooseSource(actor, body.phone),
  };
}
