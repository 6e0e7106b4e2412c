import type { Seeder } from "../seed-context.ts";
import { seedCalls } from "./calls/calls-seeder.ts";
import { seedChat } from "./chat/chat-seeder.ts";
import { seedCompanies } from "./company-seeder.ts";
import { seedContacts } from "./contacts/contacts-seeder.ts";
import { seedFaxes } from "./faxes/faxes-seeder.ts";
import { seedMessages } from "./messages/messages-seeder.ts";
import { seedPhotos } from "./photo-seeder.ts";
import { seedSettings } from "./settings-seeder.ts";
import { seedStatuses } from "./status-seeder.ts";
import { seedTasks } from "./tasks/tasks-seeder.ts";
import { seedTelephones } from "./telephone-seeder.ts";

/** In the order in which rows need each other. A feature adds its own seeder here. */
export const SEEDERS: readonly Seeder[] = [
  seedCompanies,
  seedTelephones,
  seedStatuses,
  seedSettings,
  seedPhotos,
  seedCalls,
  seedContacts,
  seedMessages,
  seedFaxes,
  seedTasks,
  seedChat,
];
