import type { PromptName } from "./prompt-texts.ts";

type NumberPrompt = Extract<PromptName, `number-${number}`>;

const spoken = (value: number): NumberPrompt => `number-${value}` as NumberPrompt;

/** The prompts that say a whole number below a thousand; above, its digits one by one. */
export function sayNumber(value: number): PromptName[] {
  if (!Number.isInteger(value) || value < 0) return [];
  if (value > 999) return sayDigits(String(value));
  if (value >= 100) {
    const rest = value % 100;
    return [spoken(Math.floor(value / 100)), "number-hundred", ...(rest > 0 ? sayNumber(rest) : [])];
  }
  if (value <= 20) return [spoken(value)];
  const rest = value % 10;
  return [spoken(value - rest), ...(rest > 0 ? [spoken(rest)] : [])];
}

/** The prompts that spell a telephone number; what is no key is passed over. */
export function sayDigits(digits: string): PromptName[] {
  return [...digits].flatMap((key): PromptName[] => {
    if (key === "*") return ["key-star"];
    if (key === "#") return ["key-pound"];
    return key >= "0" && key <= "9" ? [spoken(Number(key))] : [];
  });
}
