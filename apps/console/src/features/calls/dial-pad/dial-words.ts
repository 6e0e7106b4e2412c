import { formatPhone, parseDialString } from "@offhook/telephony";

/** Pure. What will be dialed, in words; undefined where what was typed already says it. */
export function dialWords(typed: string): string | undefined {
  const { number, afterAnswer, extension } = parseDialString(typed);
  const steps = [
    ...(/[a-z]/i.test(typed) && number !== "" ? [`Will call ${formatPhone(number)}`] : []),
    ...afterAnswer.map(({ pauseMs, digits }) =>
      digits === "" ? `waits ${pauseMs / 1000} s` : `waits ${pauseMs / 1000} s, sends ${digits}`,
    ),
    ...(extension === "" ? [] : [`dials extension ${extension}`]),
  ];
  if (steps.length === 0) return undefined;
  const text = steps.join(", ");
  const isAfterAnswer = text.startsWith("waits") || text.startsWith("dials");
  return isAfterAnswer ? `After pickup: ${text}` : text;
}

/** There is something to dial in it. */
export function isDialable(typed: string): boolean {
  return parseDialString(typed).number !== "";
}

/** Pasted text may hold a whole sentence: what follows a line break, and the scheme of a link, is no number. */
export function numberFromText(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/);
  return decoded(line.replace(/^(?:tel|sip|callto):/i, "")).trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
