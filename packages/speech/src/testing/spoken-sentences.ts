export interface TestSentence {
  /** Of its files in `sentences`, without `-wide.opus` and `-narrow.opus`. */
  readonly name: string;
  readonly voice: string;
  readonly text: string;
}

/** As people leave them: names, times, numbers spoken digit by digit, no word that only a dictionary has. */
export const SENTENCES: readonly TestSentence[] = [
  {
    name: "visit",
    voice: "slt",
    text: "Hi, it is June Park. Please call me back about the visit on Friday when you have a moment.",
  },
  {
    name: "refill",
    voice: "rms",
    text: "Hello, this is Beacon Pharmacy. I am calling about a prescription that needs a signature.",
  },
  {
    name: "nurse",
    voice: "slt",
    text: "Good morning. The nurse was supposed to come at nine, and she is not here yet.",
  },
  {
    name: "results",
    voice: "awb",
    text: "Good afternoon, this is the clinic. The results are ready and can be picked up until five.",
  },
  {
    name: "number",
    voice: "rms",
    text: "Please call me at two one two, five five five, zero one four one before noon.",
  },
  {
    name: "invoice",
    voice: "slt",
    text: "The invoice for October is wrong. Could you please send us a new one by Monday?",
  },
  {
    name: "delivery",
    voice: "rms",
    text: "The delivery will be at your office tomorrow morning between eight and ten.",
  },
  {
    name: "address",
    voice: "awb",
    text: "We have moved to a new house. I would like to give you the new address.",
  },
  {
    name: "thanks",
    voice: "slt",
    text: "Thank you so much for your help yesterday. My mother is doing a lot better now.",
  },
  {
    name: "meeting",
    voice: "rms",
    text: "I am running late for the meeting this afternoon. Can we start half an hour later?",
  },
  {
    name: "question",
    voice: "slt",
    text: "I have a question about my appointment next week. Please call me back today.",
  },
  {
    name: "cancel",
    voice: "awb",
    text: "I need to cancel the appointment on Thursday because I will be out of town.",
  },
];

/** In languages that the built-in engine has never heard. */
export const FOREIGN_SENTENCES: readonly TestSentence[] = [
  {
    name: "spanish-clinic",
    voice: "es",
    text: "Buenos días, le llamo de la clínica. Necesitamos cambiar la cita de mañana por la tarde, por favor llámenos.",
  },
  {
    name: "spanish-nurse",
    voice: "es-419+f3",
    text: "Hola, soy la señora García, quisiera saber si la enfermera puede venir el jueves a las diez.",
  },
  {
    name: "german",
    voice: "de",
    text: "Guten Tag, hier ist Frau Schneider, ich möchte einen Termin für nächste Woche vereinbaren.",
  },
];
