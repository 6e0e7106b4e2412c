import { formatPhone, parseDialString } from "@offhook/telephony";

/** Pure. What will be dialed, in words; undefined where what was typed already says it. */
export function dialWords(typed: string): string | undefined {
  const { number, afterAnswer, extension } = parseDialString(typed);
  const steps = [
    ...afterAnswer.map(({ pauseMs, digits }) =>
      digits === "" ? `wait ${pauseMs / 1000} s` : `wait ${pauseMs / 1000} s, send ${digits}`,
    ),
    ...(extension === "" ? [] : [`dial extension ${extension}`]),
  ];
  const sentences = [
    ...(/[a-z]/i.test(typed) && number !== "" ? [`Will call ${formatPhone(number)}`] : []),
    ...(steps.length === 0 ? [] : [`After pickup: ${steps.join(", ")}`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(". ");
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
