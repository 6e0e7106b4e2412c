export { openAdminSocket } from "./admin-socket.ts";
export { applyWithin } from "./changes/apply-company.ts";
export { readCompanyFile } from "./file/read-company-file.ts";
export { createProvisioner } from "./open-store.ts";
