import { type ScriptedLine, type ScriptedTalk, says } from "./chat-script.ts";

const DAYS = 28;
const HOURS_A_DAY = 24;

const OPENERS = [
  ["ines", "Good morning! Reception is covered from 8 to 18 today."],
  ["maya", "Morning all. The front door bell works again."],
  ["joseph", "The printer on the first floor is being repaired, please use the one at reception."],
  ["rosa", "Timesheets by noon please, then the weekend is paid on time."],
  ["grace", "Morning. Rounds start ten minutes later today."],
  ["aisha", "Invoices of last month are out. Calls about them go to Billing, extension 302."],
  ["priya", "Two new clients this week, both in the calendar."],
  ["samuel", "The intake line was busy all night. I return the calls before ten."],
] as const;

const ANSWERS = [
  ["dev", "Noted, thanks!"],
  ["marcus", "On my way."],
  ["carlos", "Good to know 👍"],
  ["lena", "Thank you!"],
  ["hannah", "I tell the families."],
  ["maya", "I put it on the board."],
  ["joseph", "Done."],
  ["rosa", "Perfect."],
  ["ines", "Thanks, everybody."],
  ["aisha", "Same here."],
] as const;

const EMOJI = ["👍", "🙏", "☀️", "✅"] as const;

/** A month of mornings, so that users can scroll back through a long conversation. */
export function dailyTalks(random: () => number): readonly ScriptedTalk[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: DAYS }, (_, index) => {
    const [opener, news] = pick(OPENERS);
    const emoji = pick(EMOJI);
    const others = ANSWERS.filter(([who]) => who !== opener);
    const answers = Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(others));
    const first = says(opener, news, random() < 0.3 ? { reactions: { [emoji]: [pick(others)[0]] } } : {});
    const lines: ScriptedLine[] = [first, ...answers.map(([who, text]) => says(who, text))];
    return { hoursAgo: (DAYS + 2 - index) * HOURS_A_DAY + 1, lines };
  });
}
