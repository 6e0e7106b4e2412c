import type { MailboxConfig } from "../dialplan/company-config.ts";
import { type ApplicationLine, prompts } from "./application-line.ts";
import type { ApplicationContext, ApplicationResult } from "./application-services.ts";
import { GreetingsMenu } from "./greetings-menu.ts";
import { isOwner } from "./mailbox-pin.ts";
import { MailboxVisit } from "./mailbox-visit.ts";

const MENU_ROUNDS = 3;

/** The owner listens to the messages: PIN, then a menu. A caller they want to call back is where they go next. */
export async function visitMailbox(
  line: ApplicationLine,
  context: ApplicationContext,
  mailbox: MailboxConfig,
): Promise<ApplicationResult> {
  if (!(await isOwner(line, context, mailbox))) return undefined;
  const ref = { companyId: context.companyId, mailboxId: mailbox.id };
  const visit = new MailboxVisit(line, context, ref);
  await visit.tellCount();
  for (let silent = 0; silent < MENU_ROUNDS; ) {
    const choice = await visit.ask(prompts("mailbox-menu"));
    silent = choice === undefined ? silent + 1 : 0;
    if (choice === "1") {
      const number = await visit.hearMessages();
      if (number !== undefined) return { kind: "number", number };
    } else if (choice === "2") await new GreetingsMenu(line, context, ref).run();
    else if (choice === "*" || choice === "#") break;
    else if (choice !== undefined) await line.play(prompts("invalid-choice"));
  }
  await line.play(prompts("goodbye"));
  return undefined;
}
