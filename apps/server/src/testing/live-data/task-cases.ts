import { randomUUID } from "node:crypto";
import type { TaskSourceType, taskEvents } from "@offhook/contract";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import type { LiveWorld } from "./live-world.ts";

export function taskCases(live: LiveWorld): CasesOf<typeof taskEvents> {
  const { maya, dev, phones } = live;
  let made: { readonly id: number };
  const make = async (source: TaskSourceType, source_id: string, more: { sms_line?: string } = {}) => {
    made = await maya.client.createTask({
      body: { uuid: randomUUID(), source, source_id, note: "Call back", ...more },
    });
  };
  const edited = (prepare: () => Promise<void>) => ({
    view: views.tasks,
    prepare,
    change: () => maya.client.updateTask({ body: { task_id: made.id, note: "Call back at noon" } }),
  });
  /** A team of Maya. */
  const team = async () => {
    const { topic } = await phones.server.database.query
      .selectFrom("chat_subscriptions")
      .innerJoin("chat_users", "chat_users.id", "chat_subscriptions.chat_user_id")
      .select("chat_subscriptions.topic")
      .where("chat_users.account_id", "=", maya.userId)
      .where("chat_subscriptions.topic", "like", "grp%")
      .limit(1)
      .executeTakeFirstOrThrow();
    return topic;
  };
  return {
    SMS_TASK: edited(() => make("sms", live.text(0).conversation, { sms_line: live.text(0).sms_line })),
    CALL_TASK: edited(async () => make("call", (await live.lastCall("missed")).id)),
    OWN_TASK: edited(() => make("own", randomUUID())),
    VOICEMAIL_TASK: edited(async () => make("voicemail", (await live.voicemail()).id)),
    FAX_TASK: edited(async () => make("fax", (await live.receivedFax()).id)),
    CHAT_TASK: edited(async () => make("chat", await team())),
    TASK_NOTICE: {
      tells: async () => {
        const uuid = randomUUID();
        const body = { uuid, source: "own" as const, source_id: uuid, assigned_to: maya.userId };
        await dev.client.createTask({ body });
      },
    },
  };
}
