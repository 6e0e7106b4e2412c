import { z } from "zod";
import { defineApi } from "../define-api.ts";
import {
  GREETING_MAX_BYTES,
  Greeting,
  GreetingChoice,
  GreetingChoiceUpdate,
  GreetingFile,
  GreetingName,
  GreetingQuery,
  Greetings,
  GreetingUpload,
  MailboxQuery,
  VoicemailBox,
  VoicemailBoxUpdate,
} from "./voicemail-box.ts";

const access = "voicemail";

export const voicemailBoxesApi = defineApi({
  getVoicemailBoxes: {
    method: "GET",
    path: "/voicemail/boxes",
    access,
    summary: "The boxes the user reads",
    result: z.array(VoicemailBox),
  },
  updateVoicemailBox: {
    method: "PUT",
    path: "/voicemail/box",
    access,
    summary: "Change the switches of a box",
    body: VoicemailBoxUpdate,
    result: VoicemailBox,
  },
});

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
    result: GreetingChoice,
  },
  addGreeting: {
    method: "POST",
    path: "/voicemail/greeting",
    access,
    summary: "Add a greeting",
    body: GreetingUpload,
    result: Greeting,
    bodyLimit: GREETING_MAX_BYTES * 2,
  },
  renameGreeting: {
    method: "PUT",
    path: "/voicemail/greeting",
    access,
    summary: "Give a greeting another name",
    body: GreetingName,
    result: Greeting,
  },
  deleteGreeting: {
    method: "DELETE",
    path: "/voicemail/greeting",
    access,
    summary: "Delete a greeting; where it was chosen, the default is heard",
    query: GreetingQuery,
    result: z.null(),
  },
  getGreetingFile: {
    method: "GET",
    path: "/voicemail/greeting/file",
    access,
    summary: "Where a greeting can be heard",
    query: GreetingQuery,
    result: GreetingFile,
  },
});
