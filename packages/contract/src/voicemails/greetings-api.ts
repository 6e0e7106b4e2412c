import { defineApi } from "../define-api.ts";
import {
  GREETING_BODY_BYTES,
  Greeting,
  GreetingChoiceUpdate,
  GreetingFile,
  GreetingQuery,
  GreetingRename,
  Greetings,
  GreetingUpload,
  MailboxQuery,
} from "./greeting.ts";

const access = "voicemail";

export const greetingsApi = defineApi({
  getGreetings: {
    method: "GET",
    path: "/voicemail/greetings",
    access,
    summary: "The greetings of a box, and when each is heard",
    query: MailboxQuery,
    result: Greetings,
  },
  chooseGreetings: {
    method: "PUT",
    path: "/voicemail/greetings",
    access,
    summary: "Choose when a greeting is heard",
    body: GreetingChoiceUpdate,
    result: Greetings,
  },
  addGreeting: {
    method: "POST",
    path: "/voicemail/greeting",
    access,
    summary: "Add a greeting: WAV, MP3 or Ogg of at most two minutes",
    body: GreetingUpload,
    result: Greeting,
    bodyLimit: GREETING_BODY_BYTES,
  },
  renameGreeting: {
    method: "PUT",
    path: "/voicemail/greeting",
    access,
    summary: "Give a greeting another name",
    body: GreetingRename,
    result: Greeting,
  },
  deleteGreeting: {
    method: "DELETE",
    path: "/voicemail/greeting",
    access,
    summary: "Delete a greeting; where it was chosen, the default is heard",
    query: GreetingQuery,
    result: Greetings,
  },
  getGreetingFile: {
    method: "GET",
    path: "/voicemail/greeting/file",
    access,
    summary: "Where a greeting can be heard (WAV)",
    query: GreetingQuery,
    result: GreetingFile,
  },
});
