import { joins, leaves, type ScriptedTeam, says, shares } from "./chat-script.ts";
import { dailyTalks } from "./daily-talks.ts";

const EVERYBODY = [
  "maya",
  "dev",
  "ines",
  "lena",
  "aisha",
  "marcus",
  "grace",
  "carlos",
  "priya",
  "samuel",
  "hannah",
  "joseph",
  "rosa",
] as const;

const without = (...handles: string[]): string[] => EVERYBODY.filter((handle) => !handles.includes(handle));

/** The teams of the company. Tom has no chat and is in none. */
export function teamScripts(random: () => number): readonly ScriptedTeam[] {
  return [everybody(random), scheduling, nursesOnCall, announcements, lunchClub];
}

function everybody(random: () => number): ScriptedTeam {
  return {
    name: "Harborlight",
    color: "#2a6f97",
    owner: "ines",
    members: without("ines"),
    access: "JRWPSD",
    tags: ["joinable", "harborlight", "everybody"],
    pinnedBy: ["maya"],
    unreadFrom: { maya: "cake-time", lena: "fire-drill" },
    talks: [
      {
        hoursAgo: 760,
        lines: [joins("rosa", "ines"), says("rosa", "Hello everybody 👋"), says("maya", "Welcome, Rosa!")],
      },
      ...dailyTalks(random),
      {
        hoursAgo: 28,
        lines: [
          says("joseph", "Fire drill tomorrow at 10:00. It takes ten minutes, phones keep ringing.", {
            as: "drill",
          }),
          says("aisha", "Do the queues get a message?", { replyTo: "drill" }),
          says("joseph", "Yes, callers hear that we are back at 10:15.", { replyTo: "drill" }),
          says("hannah", "Which meeting point?", { replyTo: "drill", isDeleted: true }),
          says("joseph", "The car park, as always.", {
            replyTo: "drill",
            reactions: { "👍": ["aisha", "maya", "dev"] },
          }),
        ],
      },
      {
        hoursAgo: 6,
        lines: [
          says("joseph", "Everybody out and back in eight minutes. Thank you!", {
            as: "fire-drill",
            reactions: { "🎉": ["maya", "grace", "dev", "rosa"], "🔥": ["marcus"] },
          }),
          says("marcus", "The stairs were my training for today."),
          shares("grace", ["harbor.png"], {
            text: "The view from the meeting point was not bad",
            reactions: { "😍": ["maya", "ines", "rosa"] },
          }),
        ],
      },
      {
        hoursAgo: 0.7,
        lines: [
          says("priya", "It is Samuel's birthday! Cake in the kitchen at three 🎂", {
            as: "cake-time",
            reactions: { "🎂": ["dev", "ines", "aisha", "carlos"], "❤️": ["samuel"] },
          }),
          says("samuel", "You remembered! Thank you 🥹"),
          says("dev", "@Maya Okafor can you hold the phones for five minutes at three?"),
        ],
      },
    ],
  };
}

const scheduling: ScriptedTeam = {
  name: "Scheduling",
  color: "#bc4749",
  owner: "dev",
  members: ["maya", "ines", "priya", "samuel"],
  access: "RWPSD",
  tags: [],
  unreadFrom: { maya: "route", ines: "route" },
  talks: [
    {
      hoursAgo: 400,
      lines: [
        joins("priya", "dev"),
        joins("samuel", "dev"),
        joins("hannah", "dev"),
        says("dev", "This is for changes of the same day. Everything else goes into the calendar."),
        leaves("hannah"),
      ],
    },
    {
      hoursAgo: 74,
      lines: [
        says("samuel", "New client in Red Hook: Mrs. Kowalski, three visits a week.", { as: "intake" }),
        says("priya", "Mornings or afternoons?", { replyTo: "intake" }),
        says("samuel", "Mornings, before her dialysis.", { replyTo: "intake" }),
        says("priya", "Then Marcus on Mondays and Fridays, Lena on Wednesdays.", {
          replyTo: "intake",
          reactions: { "👍": ["samuel", "dev"] },
        }),
        shares("samuel", ["intake-form.pdf"], { replyTo: "intake" }),
      ],
    },
    {
      hoursAgo: 27,
      lines: [
        says("dev", "Two cancellations for tomorrow: 9:15 Ferraro, 11:00 Whitfield."),
        says("ines", "@Dev Patel who takes the free hours?"),
        says("dev", "Carlos does 9:15 for the new client, 11:00 stays free for walk-ins.", {
          was: "Carlos does both",
        }),
        says("priya", "Test, please ignore", { isDeleted: true }),
      ],
    },
    {
      hoursAgo: 1.1,
      lines: [
        shares("dev", ["route-map.png"], {
          as: "route",
          text: "New route for the afternoon, without the bridge",
        }),
        says("priya", "That saves Marcus twenty minutes.", { reactions: { "🙌": ["dev"] } }),
        says("samuel", "@Maya Okafor could you call Mrs. Kowalski and say that we come at 14:10?"),
      ],
    },
  ],
};

const nursesOnCall: ScriptedTeam = {
  name: "Nurses on call",
  color: "#6a994e",
  owner: "grace",
  members: ["maya", "lena", "marcus", "carlos", "priya", "ines"],
  approvers: ["ines"],
  access: "RWPSD",
  tags: [],
  talks: [
    {
      hoursAgo: 310,
      lines: [
        joins("carlos", "grace"),
        says("grace", "Handover every evening at 18:00, in this group. Keep names of clients short, please."),
      ],
    },
    {
      hoursAgo: 38,
      lines: [
        says("lena", "Handover: Mr. O. stable, dressing changed. Mrs. T. wants her visit before breakfast.", {
          as: "handover",
          reactions: { "✅": ["grace", "marcus"] },
        }),
        says("marcus", "How early is before breakfast?", { replyTo: "handover" }),
        says("lena", "7:15. She bakes.", { replyTo: "handover", reactions: { "😋": ["marcus", "carlos"] } }),
        says("marcus", "I take it.", { replyTo: "handover" }),
      ],
    },
    {
      hoursAgo: 14,
      lines: [
        says("carlos", "Handover: all quiet. Mr. B. walked to the corner and back without his stick!", {
          reactions: { "👏": ["grace", "lena", "maya"] },
        }),
        shares("grace", ["garden.png", "harbor.png"], { text: "For the newsletter, which one?" }),
        says("priya", "The garden.", { was: "The second" }),
        says("ines", "The garden!"),
      ],
    },
  ],
};

const announcements: ScriptedTeam = {
  name: "Announcements",
  color: "#6a4c93",
  owner: "grace",
  members: without("grace", "hannah"),
  access: "JRP",
  asksFor: { dev: "JRWP" },
  tags: ["joinable", "announcements", "news"],
  unreadFrom: { dev: "flu", lena: "flu" },
  talks: [
    {
      hoursAgo: 500,
      lines: [says("grace", "Here you find what everybody should know. Questions: at my door, it is open.")],
    },
    {
      hoursAgo: 170,
      lines: [
        shares("grace", ["care-plan.pdf"], {
          text: "From the first of next month we use this template for care plans.",
        }),
        says("grace", "The old one stays valid for plans that already exist."),
      ],
    },
    {
      hoursAgo: 9,
      lines: [
        says("grace", "Flu shots: Thursday 8 to 12 in the meeting room. Bring your card.", {
          as: "flu",
          reactions: { "💉": ["maya", "marcus"], "👍": ["ines", "priya", "rosa"] },
        }),
      ],
    },
  ],
};

/** Open to all; Maya is not in it, so that there is something to join. */
const lunchClub: ScriptedTeam = {
  name: "Lunch club",
  color: "#dda15e",
  owner: "rosa",
  members: ["dev", "aisha", "joseph", "hannah"],
  access: "JRWPSD",
  tags: ["joinable", "lunch", "food"],
  unreadFrom: { dev: "dumplings" },
  talks: [
    {
      hoursAgo: 220,
      lines: [
        joins("dev"),
        joins("aisha"),
        says("rosa", "Wednesdays are for trying something new. Suggestions?"),
      ],
    },
    {
      hoursAgo: 52,
      lines: [
        says("joseph", "The place with the lentil soup, again.", { reactions: { "🥣": ["aisha", "rosa"] } }),
        says("hannah", "I vote for the taco truck 🌮"),
        says("rosa", "Tacos it is, 12:30 at the corner."),
      ],
    },
    {
      hoursAgo: 3.5,
      lines: [
        says("aisha", "There is a new dumpling place on Court Street!", { as: "dumplings" }),
        says("rosa", "Next Wednesday then. Who comes?", { reactions: { "🙋": ["aisha", "joseph"] } }),
      ],
    },
  ],
};
