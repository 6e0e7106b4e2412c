import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { VoicemailBox, VoicemailBoxUpdate } from "./voicemail-box.ts";

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
