import { type EventDefinition, type PushChannelType, pushEvents } from "@offhook/contract";
import { z } from "zod";
import { exampleOf, type JsonSchema } from "./schema-example.ts";

/** The name of a channel, and whoever hears it. */
const HEARD_BY: Readonly<Record<PushChannelType, readonly [name: string, hearers: string]>> = {
  user: ["user.<id>", "the user"],
  customer: ["customer.<id>", "everyone of the company"],
  phone: ["phone.<id>", "users of the phone line"],
  queue: ["queue.<id>", "users of lines that serve the queue, and administrators"],
  supervision: ["supervision.<company id>", "those who may supervise agents"],
  sms: ["sms.<number>", "users of the SMS line"],
  fax: ["fax.<number>", "users of the fax line"],
  vox: ["vox.<company id>.<box>", "users of the voicemail box"],
};

interface DescribedEvent {
  readonly description: string;
  readonly examples: unknown[];
}

const events = (): [string, EventDefinition][] => Object.entries(pushEvents);

/** Every push event for the Schemas of the API page: when it is told, who hears it, its fields and an example. */
export function eventSchemas(): Record<string, DescribedEvent> {
  return Object.fromEntries(
    events().map(([type, { schema, to, when }]) => {
      const { $schema: _version, ...described } = z.toJSONSchema(schema, {
        unrepresentable: "any",
        // Open: a newer server may say more.
        io: "input",
      });
      const heard = to.map((channel) => `\`${HEARD_BY[channel][0]}\` (${HEARD_BY[channel][1]})`).join(" or ");
      const description = `${when} Heard on ${heard}.`;
      return [`event.${type}`, { ...described, description, examples: [exampleOf(described as JsonSchema)] }];
    }),
  );
}

/** The same as a table to unfold, for the head of the page. */
export function eventTable(): string {
  const rows = events().map(([type, { to, when }]) => {
    const heard = to.map((channel) => HEARD_BY[channel][1]).join(" or ");
    return `<tr><td><code>${type}</code></td><td>${heard}</td><td>${when}</td></tr>`;
  });
  const head = "<tr><th>Type</th><th>Who hears it</th><th>When</th></tr>";
  return (
    "<details><summary>Push events</summary>" +
    `<table><thead>${head}</thead><tbody>${rows.join("")}</tbody></table></details>`
  );
}
