import { serializeSettings, type UserSettingsPatch } from "@offhook/contract";
import { demoPerson } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

const SETTINGS: Readonly<Record<string, UserSettingsPatch>> = {
  maya: {
    defaultSmsLine: "12125550110",
    defaultFaxLine: "12125550130",
    defaultSignature: "Maya, Harborlight",
  },
  dev: { defaultSmsLine: "12125550111", themeBg: "aquaHaze", mobilePhoneNumber: "12125550162" },
  ines: { defaultSmsLine: "12125550111", themeBg: "platinum", teamsNotification: "allMsgs" },
  tom: { defaultFaxLine: "12125550130", theme: "dark" },
};

export const seedSettings: Seeder = async ({ tx }) => {
  const rows = Object.entries(SETTINGS).map(([handle, settings]) => ({
    user_id: demoPerson(handle).id,
    settings: serializeSettings(settings),
    version: 1,
  }));
  await tx.query.insertInto("user_settings").values(rows).execute();
};
