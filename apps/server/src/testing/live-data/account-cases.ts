import { randomUUID } from "node:crypto";
import type { alertEvents, sessionEvents, settingsEvents } from "@offhook/contract";
import { generateSync } from "otplib";
import { expect, vi } from "vitest";
import { HARBORLIGHT } from "../../demo/demo-people.ts";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import { type LiveWorld, WAIT } from "./live-world.ts";

type AccountEvents = typeof sessionEvents & typeof settingsEvents & typeof alertEvents;

/** Of the own account and company. */
export function accountCases(live: LiveWorld): CasesOf<AccountEvents> {
  return { ...sessionCases(live), ...companyCases(live) };
}

function sessionCases({ phones, maya }: LiveWorld): CasesOf<typeof sessionEvents> {
  const { server } = phones;
  let token = "";
  let proof: Record<string, string> = {};
  /** Changes of the account want a session that has confirmed that it is the user. */
  const signIn = async () => {
    token = await server.signIn(maya.userId);
    proof = await server.prove(token);
  };
  return {
    SESSIONS_CHANGED: {
      reads: async () => (await maya.client.listSessions()).length,
      change: () => server.signIn(maya.userId),
    },
    TFA_CHANGED: {
      reads: () => maya.client.getTfaSettings(),
      prepare: signIn,
      change: async () => {
        const { enrollment, secret } = await phones.asked<{ enrollment: string; secret: string }>(
          ...([token, "POST", "/tfa/enroll", { type: "app" }, proof] as const),
        );
        await maya.client.confirmTfa({ body: { enrollment, code: generateSync({ secret }) } });
      },
      // Whoever signs in after this would be asked for a code.
      cleanUp: () =>
        server.database.query.deleteFrom("tfa_methods").where("user_id", "=", maya.userId).execute(),
    },
    EMAIL_CHANGED: {
      reads: async () => (await maya.client.getMyProfile({ query: {} })).pending_email,
      prepare: signIn,
      change: () => phones.asked(token, "PUT", "/myProfile", { email: "maya@elsewhere.example" }, proof),
    },
  };
}

function companyCases({ phones, maya, dev }: LiveWorld): CasesOf<typeof settingsEvents & typeof alertEvents> {
  return {
    SETTINGS_UPDATE: {
      reads: async () => (await maya.client.getUserSettings({ query: {} })).settings,
      change: () => maya.client.updateUserSettings({ body: { settings: '{"theme":"dark"}' } }),
    },
    PROFILE_UPDATE: {
      view: views.people,
      change: () => dev.client.updateMyProfile({ body: { lastname: "Patel-Moor", teamsNickname: "Devi" } }),
    },
    STATUS_UPDATE: {
      view: views.statuses,
      change: () =>
        maya.client.createStatus({
          body: { uuid: randomUUID(), status: { name: "At lunch", emoji: "🥪" } },
        }),
    },
    DID_UPDATE: {
      reads: async () => {
        const colleagues = await maya.client.listPeople({ query: { type: "corporate" } });
        return colleagues.map(({ title }) => title);
      },
      change: () =>
        phones.change((query) =>
          query.updateTable("users").set({ title: "Director" }).where("id", "=", dev.userId).execute(),
        ),
    },
    ADMIN_ALERT: {
      view: views.alerts,
      change: async () => {
        const subject = "12125550100";
        const told = { title: "Somebody guesses", text: "Look at it." };
        phones.server.app.alerts.raise({ customerId: HARBORLIGHT.id, kind: "pinGuessing", subject, ...told });
        await vi.waitFor(async () => {
          const { alerts } = await maya.client.listAdminAlerts();
          expect(alerts.some((alert) => alert.subject === subject)).toBe(true);
        }, WAIT);
      },
    },
  };
}
