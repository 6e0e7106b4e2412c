import { formatPhone } from "@offhook/telephony";
import { optOutWord } from "@offhook/telephony/texts";
import type { KeywordRules, KeywordVerdict } from "../text-carrier.ts";

/** The words that carriers want every sender to heed, and what is answered to them. */
export const keywordRules: KeywordRules = {
  judge(body, { name, number }): KeywordVerdict | undefined {
    const word = body.replace(/[^a-z]/gi, "").toUpperCase();
    const phone = formatPhone(number);
    switch (optOutWord(body)) {
      case "stop":
        return {
          effect: "optOut",
          word,
          reply: `You will get no more texts from ${name}, ${phone}. Reply START to get them again.`,
        };
      case "start":
        return {
          effect: "optIn",
          word,
          reply: `You will get texts from ${name}, ${phone}, again. Reply STOP to end them, HELP for help.`,
        };
      case "help":
        return {
          effect: "help",
          word,
          reply: `This is ${name}. Call ${phone} for help. Reply STOP to get no more texts. Rates may apply.`,
        };
      default:
        return undefined;
    }
  },
};
