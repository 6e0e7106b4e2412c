import type { Seeder } from "../seed-context.ts";
import { seedCompanies } from "./company-seeder.ts";
import { seedFaxLines, seedSmsLines, seedVoicemailBoxes } from "./line-seeder.ts";
import { seedPhones } from "./phone-seeder.ts";
import { seedPhoneSystem } from "./phone-system-seeder.ts";
import { seedPhotos } from "./photo-seeder.ts";
import { seedHuntGroups, seedQueues } from "./queue-seeder.ts";
import { seedSettings } from "./settings-seeder.ts";
import { seedStatuses } from "./status-seeder.ts";

/** In the order in which rows need each other. A feature adds its own seeder here. */
export const SEEDERS: readonly Seeder[] = [
  seedCompanies,
  seedPhones,
  seedSmsLines,
  seedFaxLines,
  seedVoicemailBoxes,
  seedQueues,
  seedHuntGroups,
  seedStatuses,
  seedSettings,
  seedPhotos,
  seedPhoneSystem,
];
