import { type ScriptedDirect, says, shares } from "./chat-script.ts";

/** Talks between two. `unreadFrom` leaves something to read for those the sign-in page offers. */
export const DIRECT_SCRIPTS: readonly ScriptedDirect[] = [
  {
    between: ["maya", "dev"],
    unreadFrom: { maya: "van-back" },
    talks: [
      {
        hoursAgo: 75,
        lines: [
          says("maya", "Morning Dev, Mrs. Alvarez called. Can her Thursday visit move to the afternoon?"),
          says("dev", "Looking… Carlos has 14:30 free. Does that work?", { as: "slot" }),
          says("maya", "She says yes, thank you!", { replyTo: "slot", reactions: { "🎉": ["dev"] } }),
          says("dev", "Moved. She gets a text reminder the evening before."),
        ],
      },
      {
        hoursAgo: 49,
        lines: [
          says("dev", "Could you forward calls about the Ferraro case straight to me today?"),
          says("maya", "Sure, extension 102 or 122?"),
          says("dev", "122 please, I keep 102 free for the queue", { was: "102 please" }),
          says("maya", "👍"),
          shares("dev", ["weekend-rota.pdf"], { text: "And this is the weekend rota, hot off the press" }),
          says("maya", "Printed and on the wall.", { reactions: { "🙏": ["dev"] } }),
        ],
      },
      {
        hoursAgo: 2.2,
        lines: [
          says("maya", "The van is still at the garage, they promise it by noon."),
          says("dev", "Then Marcus takes the bus to his 11 o'clock, he knows."),
          says("maya", "You are a star"),
          says("dev", "The van is back!", { as: "van-back" }),
          says("dev", "Keys are at the front desk. Could you tell Marcus when you see him?"),
        ],
      },
    ],
  },
  {
    between: ["maya", "ines"],
    talks: [
      {
        hoursAgo: 120,
        lines: [
          says("ines", "Quick one: how many calls did reception take on Monday?"),
          says("maya", "87, most of them before ten.", { reactions: { "😮": ["ines"] } }),
          says("ines", "That explains the queue. I will put one more person on from 8 to 10."),
        ],
      },
      {
        hoursAgo: 26,
        lines: [
          shares("ines", ["call-volume.csv"], { text: "The numbers of the week, in case anybody asks" }),
          says("maya", "Thank you, they always ask."),
          says("ines", "Never mind, wrong window", { isDeleted: true }),
          says(
            "ines",
            "Details are at https://intranet.harborlight.example/reports/weekly or call 212-555-0143",
          ),
        ],
      },
      {
        hoursAgo: 4,
        lines: [
          says("ines", "Can you cover the Billing queue from 12 to 12:30?"),
          says("maya", "Yes, lunch is late today anyway 🥪"),
        ],
      },
    ],
  },
  {
    between: ["maya", "lena"],
    unreadFrom: { maya: "voice" },
    talks: [
      {
        hoursAgo: 53,
        lines: [
          says("lena", "I am at Mr. Osei's door and nobody opens. Do we have another number?"),
          says("maya", "His daughter: 212-555-0164. She lives next door."),
          says("lena", "Found her, all good. He was in the garden 🌻", { reactions: { "❤️": ["maya"] } }),
          shares("lena", ["garden.png"], { text: "He insisted on a picture" }),
        ],
      },
      {
        hoursAgo: 1.5,
        lines: [
          says("maya", "Your 15:00 asks whether you can bring the blood pressure monitor."),
          shares("lena", ["voice-note.opus"], { as: "voice" }),
        ],
      },
    ],
  },
  {
    between: ["dev", "ines"],
    unreadFrom: { dev: "swap" },
    talks: [
      {
        hoursAgo: 98,
        lines: [
          says("ines", "Scheduling answered 96 % within 20 seconds last week. Best since spring!", {
            reactions: { "🚀": ["dev"] },
          }),
          says("dev", "The new queue music helps, people do not hang up any more."),
          says("ines", "Or they dance."),
        ],
      },
      {
        hoursAgo: 23,
        lines: [
          says("dev", "I would like to leave at four on Friday, school play."),
          says("ines", "Of course. What does she play?"),
          says("dev", "A tree. A very important tree 🌳", { reactions: { "😂": ["ines"] } }),
        ],
      },
      {
        hoursAgo: 3,
        lines: [
          says("ines", "Could you swap your Tuesday with Priya's Wednesday?", { as: "swap" }),
          says("ines", "She has a training that day."),
        ],
      },
    ],
  },
  {
    between: ["ines", "grace"],
    talks: [
      {
        hoursAgo: 72,
        lines: [
          says(
            "grace",
            "Can we hear the call with the pharmacy together? I would like to use it for training.",
          ),
          says("ines", "It is in the recordings of Tuesday. Tomorrow at nine?"),
          says("grace", "Perfect."),
        ],
      },
      {
        hoursAgo: 20,
        lines: [
          shares("grace", ["care-plan.pdf"], { text: "The new template for care plans. Comments welcome." }),
          says("ines", "Page two: the phone number is the old one, it must be 212-555-0110."),
          says("grace", "Fixed, thank you for reading so carefully", { was: "Fixed, thank you" }),
        ],
      },
    ],
  },
  {
    between: ["sam", "rae"],
    unreadFrom: { sam: "chair" },
    talks: [
      {
        hoursAgo: 50,
        lines: [
          says("sam", "Three new patients tomorrow, all before ten."),
          says("rae", "Then I come in at seven. Coffee is on you ☕"),
          says("sam", "Deal", { reactions: { "☕": ["rae"] } }),
        ],
      },
      {
        hoursAgo: 5,
        lines: [
          says("rae", "Chair two makes that noise again.", { as: "chair" }),
          says("rae", "I have called the technician, he comes at three."),
        ],
      },
    ],
  },
];
