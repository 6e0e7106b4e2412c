import type { voicemailEvents } from "@offhook/contract";
import { expect, vi } from "vitest";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import { type LiveWorld, SOUND_WAIT } from "./live-world.ts";

export function voicemailCases(live: LiveWorld): CasesOf<typeof voicemailEvents> {
  const { client } = live.maya;
  const view = views.voicemails;
  return {
    VOICEMAIL_NEW: { view, change: () => live.leaveVoicemail() },
    VOICEMAIL_CHANGED: {
      view,
      prepare: () => live.voicemail(),
      change: async () => {
        const { mailbox, id, dir } = await live.voicemail();
        const other = dir === "INBOX" ? "SAVED" : "INBOX";
        await client.moveVoicemails({ body: { mailbox, ids: [id], dir: other } });
      },
    },
    VOICEMAIL_LIVE: {
      view: views.liveVoicemails,
      change: () => live.speakToMailbox(),
      cleanUp: async () => {
        await live.phones.stopPhones();
        await live.rest();
        await vi.waitFor(async () => expect(await client.getLiveVoicemails({})).toEqual([]), SOUND_WAIT);
      },
    },
    VOICEMAIL_DELETED: {
      view,
      prepare: () => live.voicemail(),
      change: async () => {
        const { mailbox, id } = await live.voicemail();
        await client.deleteVoicemail({ query: { mailbox, id } });
      },
    },
    VOICEMAIL_BOX: {
      reads: () => client.getVoicemailBoxes(),
      change: async () => {
        const own = (await client.getVoicemailBoxes()).find(({ manageable }) => manageable);
        await client.updateVoicemailBox({ body: { mailbox: own?.mailbox ?? "", keep_days: 30 } });
      },
    },
  };
}
