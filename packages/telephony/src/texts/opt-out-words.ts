/** What somebody means who texts nothing but one of the agreed words. */
export type OptOutWord = "stop" | "start" | "help";

const WORDS: Readonly<Record<string, OptOutWord>> = {
  STOP: "stop",
  STOPALL: "stop",
  UNSUBSCRIBE: "stop",
  CANCEL: "stop",
  END: "stop",
  QUIT: "stop",
  OPTOUT: "stop",
  REVOKE: "stop",
  START: "start",
  YES: "start",
  UNSTOP: "start",
  HELP: "help",
  INFO: "help",
};

/** Only a text that is the word alone counts: "please stop by at five" is no wish to hear nothing any more. */
export function optOutWord(text: string): OptOutWord | undefined {
  const bare = text.replace(/^[\s"'“”‘’.!*]+|[\s"'“”‘’.!?*]+$/g, "").toUpperCase();
  const word = bare === "OPT OUT" || bare === "OPT-OUT" ? "OPTOUT" : bare === "STOP ALL" ? "STOPALL" : bare;
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}
