/** Whose box: those of two people, and the shared one of the schedulers. */
export type DemoBox = "maya" | "dev" | "scheduling";

export interface DemoVoicemail {
  /** Of its file in `audio`, without `voicemail-` and `.opus`. */
  readonly name: string;
  readonly box: DemoBox;
  /** `slt`, `rms` and `awb` are voices of Flite; the others of eSpeak NG. */
  readonly voice: "slt" | "rms" | "awb" | "es";
  /** Spoken one after the other, with a pause between. */
  readonly sentences: readonly string[];
}

const say = (
  box: DemoBox,
  name: string,
  voice: DemoVoicemail["voice"],
  ...sentences: string[]
): DemoVoicemail => ({
  name,
  box,
  voice,
  sentences,
});

/** Somebody who has to tell all of it: the message takes minutes. */
const LONG_STORY = [
  "Hello, I am sorry that this is going to be a long message.",
  "My father came home from the hospital on Monday, and a lot has changed since then.",
  "First of all, he has a new bed, and it does not fit into his old room.",
  "So we have moved him into the living room, next to the window.",
  "The nurse needs to know that, because all of his things are still upstairs.",
  "Second, the doctor has changed his medicine again.",
  "He takes the white one in the morning and the blue one at night.",
  "He should not take them on an empty stomach, so somebody has to make him breakfast.",
  "He likes toast and an egg, and he likes his coffee black.",
  "Third, there is the question of the stairs.",
  "He is not allowed to climb them, but he tries to do it all the same.",
  "Please ask everybody to watch him when he gets up.",
  "My brother will be here on Tuesday and on Thursday in the afternoon.",
  "On the other days he is alone from ten until four.",
  "We have put a telephone next to the bed, with large buttons.",
  "The first button calls me, and the second one calls you.",
  "If he calls in the middle of the night, please do not be angry with him.",
  "He wakes up and does not know what time it is.",
  "Fourth, he has lost some weight in the hospital.",
  "The doctor wants us to write down what he eats every day.",
  "There is a list on the door of the refrigerator.",
  "Could the nurse please write on it what he had for lunch?",
  "It does not have to be exact.",
  "My sister will buy the food on Saturday, so tell us what you need.",
  "Fifth, there is the matter of the dog.",
  "I know that one of your nurses is afraid of dogs.",
  "He is very old and very friendly, and he sleeps most of the day.",
  "But if it is a problem, the neighbor can take him for a few hours.",
  "You only have to call her the day before.",
  "Her number is on the same list, at the bottom.",
  "Then I have a question about the bill.",
  "We have paid for two visits a week, and last month there were three.",
  "I do not mind, but I would like to know why.",
  "Maybe it was a mistake, or maybe somebody forgot to tell me.",
  "Please send the next bill to my address and not to his.",
  "He puts all of his letters into a drawer and never opens them.",
  "What else did I want to say?",
  "Yes, the physical therapy.",
  "The doctor says that he should walk for ten minutes every morning.",
  "He can do it in the garden when the weather is good.",
  "When it rains he can walk up and down the hall.",
  "He will tell you that he has already done it, but do not believe him.",
  "Then there is the hearing aid.",
  "He takes it out at night and cannot find it in the morning.",
  "It is almost always in the pocket of his gray coat.",
  "Please look for it before you talk to him, or he will say yes to everything.",
  "And the bathroom has a new rail next to the door.",
  "It is strong enough, but the floor is wet after he has washed his hands.",
  "There are dry towels in the closet across the hall.",
  "And one last thing, he loves to play cards.",
  "If there is some time left at the end of a visit, it would make him very happy.",
  "He cheats, so be careful.",
  "I will be at work until six, but you can leave me a message.",
  "I hope that I have not forgotten anything.",
];

/** Newest first within each box. */
export const DEMO_VOICEMAILS: readonly DemoVoicemail[] = [
  say(
    "maya",
    "friday",
    "slt",
    "Hi, it is me. Please call me back about the visit on Friday when you have a moment.",
  ),
  say(
    "maya",
    "signature",
    "rms",
    "Hello, I am calling about a prescription that needs a signature.",
    "Could you send it back before noon?",
  ),
  say(
    "maya",
    "nurse-late",
    "slt",
    "Good morning. The nurse was supposed to come at nine, and she is not here yet.",
  ),
  say(
    "maya",
    "long-story",
    "rms",
    ...LONG_STORY,
    "That was everything. Thank you for listening, and goodbye.",
  ),
  say("maya", "results", "awb", "Good afternoon. The results are ready and can be picked up until five."),
  say(
    "maya",
    "spanish",
    "es",
    "Buenos días, le llamo por la cita de mi madre.",
    "Necesitamos cambiar la cita de mañana por la tarde, por favor llámenos.",
  ),
  say(
    "maya",
    "thanks",
    "slt",
    "Thank you so much for your help yesterday.",
    "My mother is doing a lot better now.",
  ),
  say(
    "maya",
    "number",
    "rms",
    "Please call me at two one two, five five five, zero one four one before noon.",
  ),
  say(
    "maya",
    "new-address",
    "awb",
    "We have moved to a new house.",
    "I would like to give you the new address.",
  ),
  say(
    "dev",
    "invoice",
    "slt",
    "The invoice for October is wrong.",
    "Could you please send us a new one by Monday?",
  ),
  say(
    "dev",
    "delivery",
    "rms",
    "The delivery will be at your office tomorrow morning between eight and ten.",
  ),
  say(
    "dev",
    "meeting",
    "rms",
    "I am running late for the meeting this afternoon.",
    "Can we start half an hour later?",
  ),
  say(
    "dev",
    "question",
    "slt",
    "I have a question about my appointment next week.",
    "Please call me back today.",
  ),
  say("dev", "broken", "awb", "Nobody will ever hear this."),
  say("dev", "paperwork", "awb", "I have signed the papers and put them in the mail this morning."),
  say(
    "dev",
    "weekend",
    "slt",
    "Can somebody come on Saturday as well?",
    "I will be away for the whole weekend.",
  ),
  say(
    "dev",
    "insurance",
    "rms",
    "The insurance company has called me again.",
    "They want to see the report from September.",
  ),
  say(
    "scheduling",
    "cancel",
    "awb",
    "I need to cancel the appointment on Thursday because I will be out of town.",
  ),
  say(
    "scheduling",
    "earlier",
    "slt",
    "Is it possible to come an hour earlier tomorrow?",
    "That would help us a lot.",
  ),
  say(
    "scheduling",
    "wheelchair",
    "rms",
    "Please tell the driver that we need a car with room for a wheelchair.",
  ),
  say(
    "scheduling",
    "same-nurse",
    "slt",
    "We were very happy with the nurse last week.",
    "Can we have the same one again?",
  ),
  say(
    "scheduling",
    "snow",
    "awb",
    "There is a lot of snow on our road.",
    "Please ask the driver to call before he comes.",
  ),
  say("scheduling", "holiday", "rms", "Are you open on the day after Thanksgiving?"),
  say(
    "scheduling",
    "key",
    "slt",
    "The key is with the neighbor on the second floor.",
    "The bell does not work.",
  ),
];
