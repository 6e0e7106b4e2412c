export { type Applied, applyWithin } from "./apply-company.ts";
export { readCompanyFile } from "./read-company-file.ts";
