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
          reply: `${name}: You have been unsubscribed and will receive no more messages from ${phone}. Reply START to resubscribe.`,
        };
      case "start":
        return {
          effect: "optIn",
          word,
          reply: `${name}: You have been resubscribed and will receive messages from ${phone}. Reply HELP for help, STOP to unsubscribe. Msg & data rates may apply.`,
        };
      case "help":
        return {
          effect: "help",
          word,
          reply: `${name}: For help call ${phone}. Msg & data rates may apply. Reply STOP to unsubscribe.`,
        };
      default:
        return undefined;
    }
  },
};
