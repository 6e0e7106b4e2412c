import { expect, type Page } from "@playwright/test";

interface DemoMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

async function mailsTo(page: Page, address: string): Promise<readonly DemoMail[]> {
  const response = await page.request.get("/dev/mail.json");
  const mails = (await response.json()) as readonly DemoMail[];
  return mails.filter(({ to }) => to.includes(address));
}

/** Runs `act` and returns the text of the mail that it makes arrive. */
export async function mailAfter(page: Page, address: string, act: () => Promise<void>): Promise<string> {
  const known = new Set((await mailsTo(page, address)).map(({ id }) => id));
  await act();
  let fresh: DemoMail | undefined;
  await expect
    .poll(async () => {
      fresh = (await mailsTo(page, address)).find(({ id }) => !known.has(id));
      return fresh?.subject;
    })
    .toBeTruthy();
  return fresh?.text ?? "";
}

export function codeIn(text: string): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}
