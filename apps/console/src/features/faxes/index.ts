export { otherNumber } from "./fax-words.ts";
export { FaxesProvider } from "./faxes-context.ts";
export { FaxesHub } from "./faxes-hub.ts";
export { FaxPreview } from "./lazy-fax-preview.ts";
export { shownFaxLines } from "./store/shown-fax-lines.ts";
