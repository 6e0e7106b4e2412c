export { MailDialog } from "./lazy-mail-dialog.ts";
