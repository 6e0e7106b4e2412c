/** `<` came in, `>` went out. Words in braces are filled in. */
export type Dialogue = readonly `${"<" | ">"} ${string}`[];

export const SCHEDULING_DIALOGUES: readonly Dialogue[] = [
  [
    "> Hi {first}, this is Harborlight. {nurse} will be with you on {day} at {time}. Does that work?",
    "< Yes, {time} is fine. Thank you",
    "> Great, you are booked. Reply here if anything changes.",
  ],
  [
    "< Hello, can we move the visit on {day}? I have a doctor's appointment in the morning",
    "> Of course. We could come at {time} or the day after.",
    "< {time} please",
    "> Done: {day} at {time}, {nurse} will be there.",
    "< You are wonderful 🙏",
  ],
  [
    "< Nobody has come yet, it was supposed to be {time}",
    "> I am so sorry. {nurse} is stuck in traffic and will be about 20 minutes late.",
    "< Ok. Please tell her the side door is open",
    "> I will. She has your note.",
    "< She is here now",
  ],
  [
    "> Reminder: {nurse} visits you on {day} at {time}. Please have the medication list ready.",
    "< Will do. Should I also have the insurance card?",
    "> Yes please, if you have it at hand.",
    "< Ok 👍",
  ],
  ["< Is {nurse} coming {day}? Mom asks for her every time 😊", "> She is! {time}, as always.", "< Perfect"],
  [
    "> We have a new caregiver for the afternoons, her name is {nurse}. May she come along on {day}?",
    "< Does she speak Spanish? Mother understands it better",
    "> She does, and a little Portuguese.",
    "< Then yes, happy to meet her",
    "> Wonderful. {day}, {time}.",
  ],
  ["< the lobby code has changed, it is now 4711#", "> Thank you, noted for all visits."],
  [
    "< We are away until {day}, no visits needed",
    "> Understood, everything until {day} is canceled. Have a good trip!",
    "< Thanks!! Back on {day} then",
    "> See you then. First visit is at {time}.",
  ],
];

export const BILLING_DIALOGUES: readonly Dialogue[] = [
  [
    "< Good morning, I was charged twice for the visit on {day}. {amount} each",
    "> Thank you for telling us. I see both, one is a mistake. The refund of {amount} is on its way.",
    "< How long will that take?",
    "> Three to five working days.",
    "< ok thank you",
  ],
  [
    "> Hi {first}, your invoice for last month is ready: https://pay.harborlight.example/i/20418. The amount is {amount}.",
    "< Paid just now",
    "> Received, thank you!",
  ],
  [
    "< Can I pay the {amount} in two parts?",
    "> Yes. Half now, half at the end of the month. I will send you two links.",
    "< That helps a lot, thanks",
  ],
  [
    "> We are missing your new insurance card. Could you send a picture of both sides?",
    "< Sure, one moment",
    "< It says Bluecrest Gold on it, is that enough?",
    "> The number would help too, it is below the name.",
    "< 8841 22 0917",
    "> Perfect, that is all we need.",
  ],
  [
    "< The statement says I owe {amount} but insurance should have covered it",
    "> Let me check with Bluecrest and come back to you by {day}.",
    "< Thank you, no hurry",
    "> They confirmed: it is covered. Please ignore the statement.",
    "< 🎉",
  ],
  [
    "< Where do I send the form you gave me?",
    "> You can mail it to billing@harborlight.example or fax it to (212) 555-0130.",
    "< Mailed",
  ],
];

export const MAIN_DIALOGUES: readonly Dialogue[] = [
  [
    "< Hi, do you also do weekend visits?",
    "> We do, Saturday and Sunday from 7 in the morning to 10 at night.",
    "< Great. Who do I talk to?",
    "> Right here, or call (212) 555-0110 and ask for Dev.",
    "< Thank you",
  ],
  [
    "< My father left his glasses in the car of your driver I think",
    "> We found them! They are at our front desk.",
    "< Oh thank goodness. Can I pick them up {day}?",
    "> Any time between 8 and 6. Ask for Maya.",
  ],
  [
    "> The prescription is ready at Beacon Pharmacy. Shall {nurse} bring it on {day}?",
    "< Yes please, that would be so kind",
    "> She will. You need not sign anything.",
  ],
  [
    "< Which pharmacy has the new prescription?",
    "> Beacon, on the corner. They close at 8.",
    "< Thanks, going there now",
  ],
  [
    "< I would like to say thank you to {nurse}, she stayed an hour longer yesterday",
    "> She will be so happy to hear that. I pass it on right away.",
    "< You have a great team",
  ],
  [
    "< Is the office open on {day}? The web page says closed",
    "> We are open, 8 to 4 that day. The page is wrong, thank you for telling us!",
  ],
  [
    "< Hello this is {first}'s daughter. Could someone call me about the care plan?",
    "> Of course. Is {time} good?",
    "< After {time} please, I am at work until then",
    "> Ines will call you then.",
    "< thank you so much",
  ],
];

export const LONDON_DIALOGUES: readonly Dialogue[] = [
  [
    "> Good morning {first}, your visit is on {day} at {time}.",
    "< Lovely, ta. Is it {nurse} again?",
    "> It is indeed.",
    "< Brilliant",
  ],
  [
    "< The lift is broken, please use the stairs at the back",
    "> Thank you for the warning, I have told everybody.",
    "< Cheers",
  ],
  ["< Could we do half an hour later on {day}?", "> No trouble at all, {time} it is.", "< Thank you 🙂"],
];

export const DENTAL_DIALOGUES: readonly Dialogue[] = [
  ["> Juniper Dental: your cleaning is on {day} at {time}. Reply C to confirm.", "< C", "> See you then!"],
  ["< can i come a bit later, the ferry is delayed", "> No problem, come when you can before noon."],
];

/** What the people with other scripts write. */
export const OTHER_SCRIPTS: Readonly<Record<string, Dialogue>> = {
  "12125550187": [
    "< 您好，护士星期四几点来？",
    "> 您好！星期四上午十点，{nurse} 会来。",
    "< 好的，谢谢你们！",
  ],
  "12125550188": [
    "< السلام عليكم، هل الزيارة غداً؟",
    "> وعليكم السلام، نعم، غداً الساعة العاشرة.",
    "< شكراً جزيلاً",
  ],
  "12125550189": [
    "< שלום, אפשר לדחות את הביקור ליום ראשון?",
    "> בוודאי, נתראה ביום ראשון בעשר.",
    "< תודה רבה 🙏",
  ],
  "12125550190": ["< 🌻🌻🌻", "> Good morning, Sunny! ☀️ Everything ready for the group?", "< 🧸🎨✅"],
};

export const DEMO_TEMPLATES: readonly { readonly title: string; readonly description: string }[] = [
  {
    title: "Running late",
    description: "Hi {first_name}, we are running about 15 minutes late. Sorry for the wait!",
  },
  {
    title: "Visit reminder",
    description:
      "Hi {first_name}, a reminder of your visit tomorrow. Reply here if you need another time. {my_name}, {company}",
  },
  {
    title: "Call back",
    description: "Hi {first_name}, I tried to reach you. Call {line} when it suits you. {my_name}",
  },
  {
    title: "Insurance card",
    description:
      "Hi {first_name}, could you send us a picture of both sides of your insurance card? Thank you!",
  },
  { title: "Payment received", description: "Thank you, {first_name}! Your payment has arrived." },
  {
    title: "Office hours",
    description: "{company} is open Monday to Friday from 8 to 6. In an emergency call 911.",
  },
];
