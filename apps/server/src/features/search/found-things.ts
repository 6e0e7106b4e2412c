import type {
  FoundCall,
  FoundChat,
  FoundContact,
  FoundFax,
  FoundTask,
  FoundText,
  FoundVoicemail,
  SmsConversation,
} from "@offhook/contract";
import { excerptOf, fitOf, folded, placeOf, type SearchTerm } from "@offhook/search";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { findRecords, listNotes } from "../calls/index.ts";
import type { FoundPeople } from "../contacts/index.ts";
import { type FaxPageText, listFaxTexts, readFaxes } from "../faxes/index.ts";
import { readConversations, readFoundTexts } from "../messages/index.ts";
import { listTasksById } from "../tasks/index.ts";
import { readFoundChatMessages, toFoundChat } from "../teams/index.ts";
import { listSentences, readVoicemails } from "../voicemails/index.ts";

export interface FoundThingsDeps {
  readonly database: Pick<Database, "query">;
  readonly people: FoundPeople;
}

type Terms = readonly SearchTerm[];

/** What the ids of a search stand for, as clients see it. */
export class FoundThings {
  readonly #deps: FoundThingsDeps;

  constructor(deps: FoundThingsDeps) {
    this.#deps = deps;
  }

  async contacts(
    actor: Actor,
    ids: readonly string[],
    terms: Terms,
    guesses: ReadonlySet<string>,
  ): Promise<FoundContact[]> {
    const people = await this.#deps.people.read(actor, ids);
    return people.map(({ contact, notes }) => ({
      ...contact,
      is_guess: guesses.has(contact.id),
      excerpt: excerptOf(notes, terms),
    }));
  }

  async smsm({ customerId }: Actor, ids: readonly string[], terms: Terms): Promise<FoundText[]> {
    const texts = await readFoundTexts(this.#query, customerId, ids);
    return texts.map((text) => ({ ...text, files: text.files.filter((name) => isHit(name, terms)) }));
  }

  smsc(_actor: Actor, ids: readonly string[]): Promise<SmsConversation[]> {
    return readConversations(this.#query, ids.map(Number));
  }

  async cdrs(_actor: Actor, ids: readonly string[], terms: Terms): Promise<FoundCall[]> {
    const [rows, notes] = await Promise.all([findRecords(this.#query, ids), listNotes(this.#query, ids)]);
    return inOrder(
      ids,
      rows.map(({ id, record }) => ({ ...record, excerpt: excerptOf(notes.get(id) ?? "", terms) })),
    );
  }

  async fax({ customerId }: Actor, ids: readonly string[], terms: Terms): Promise<FoundFax[]> {
    const [faxes, texts] = await Promise.all([
      readFaxes(this.#query, customerId, ids),
      listFaxTexts(this.#query, ids),
    ]);
    return faxes.map((fax) => {
      const page = foundPage(texts.get(fax.id) ?? [], terms);
      const subject = excerptOf(fax.subject, terms);
      return {
        ...fax,
        excerpt: subject === "" && page ? excerptOf(page.text, terms) : subject,
        found_page: page?.page ?? null,
      };
    });
  }

  async vox({ customerId }: Actor, ids: readonly string[], terms: Terms): Promise<FoundVoicemail[]> {
    const [messages, sentences] = await Promise.all([
      readVoicemails(this.#query, customerId, ids),
      listSentences(this.#query, ids),
    ]);
    const found = messages.map((message) => ({
      ...message,
      excerpt: excerptOf(message.transcription, terms),
      found_at:
        sentences.get(message.id)?.find(({ text }) => placeOf(text, terms) !== undefined)?.start ?? null,
    }));
    return inOrder(ids, found);
  }

  async teams(chatUser: string, ids: readonly string[], terms: Terms): Promise<FoundChat[]> {
    const messages = await readFoundChatMessages(this.#query, ids);
    return messages.map((message) => toFoundChat(message, chatUser, terms));
  }

  async tasks({ customerId }: Actor, ids: readonly string[], terms: Terms): Promise<FoundTask[]> {
    const tasks = await listTasksById(this.#query, customerId, ids.map(Number));
    return inOrder(
      ids,
      tasks.map((task) => ({ ...task, excerpt: excerptOf(task.note, terms), to: `/tasks/${task.id}` })),
    );
  }

  get #query(): Database["query"] {
    return this.#deps.database.query;
  }
}

/** The first page that holds all words, else the first that holds one: they may stand on several. */
function foundPage(pages: readonly FaxPageText[], terms: Terms): FaxPageText | undefined {
  const words = pages.map(({ text }) => folded(text));
  const holds = (some: Terms) => words.findIndex((text) => fitOf(some, text) !== undefined);
  if (terms.length === 0) return undefined;
  const whole = holds(terms);
  return pages[whole >= 0 ? whole : words.findIndex((text) => terms.some((term) => fitOf([term], text)))];
}

const isHit = (name: string, terms: Terms): boolean =>
  terms.some((term) => fitOf([term], folded(name)) !== undefined);

function inOrder<Found extends { readonly id: string | number }>(
  ids: readonly string[],
  found: Found[],
): Found[] {
  const byId = new Map(found.map((each) => [String(each.id), each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
