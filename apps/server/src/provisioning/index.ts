export { openAdminSocket } from "./admin-socket.ts";
export { applyWithin } from "./apply-company.ts";
export { createProvisioner } from "./open-store.ts";
export { readCompanyFile } from "./read-company-file.ts";
