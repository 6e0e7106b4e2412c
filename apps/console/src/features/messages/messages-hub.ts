import { LateService } from "../../platform/late-service.ts";
import type { TextMessages, TextMessagesOptions } from "./text-messages.ts";

/** The place of the user's texts. */
export class MessagesHub extends LateService<TextMessagesOptions, TextMessages> {}
