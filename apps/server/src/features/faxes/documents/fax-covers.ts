import type { FaxCover, FaxCoverText, FaxRecipient } from "@offhook/contract";
import { builtInCovers, type CoverContent, type CoverDesign } from "@offhook/fax-pages";
import { formatPhone } from "@offhook/telephony";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../../database/schema/database-schema.ts";
import { noCover } from "../fax-errors.ts";
import { type CoverSender, findOwnCovers } from "./cover-repository.ts";

const OwnCovers = z.array(
  z.object({
    name: z.string(),
    design: z.string().default(""),
    headline: z.string().default(""),
    confidentiality: z.string().default(""),
  }),
);

interface KnownCover extends FaxCover {
  readonly design: CoverDesign;
  readonly headline: string;
}

/** The designs that come with the product, and the company's own. */
export class FaxCovers {
  async list(query: Kysely<DB>, customerId: number): Promise<FaxCover[]> {
    const covers = await this.#all(query, customerId);
    return covers.map(({ id, name, description, confidentiality, own }) => ({
      id,
      name,
      description,
      confidentiality,
      own,
    }));
  }

  async find(query: Kysely<DB>, customerId: number, id: string): Promise<KnownCover> {
    const found = (await this.#all(query, customerId)).find((cover) => cover.id === id);
    if (!found) throw noCover();
    return found;
  }

  async #all(query: Kysely<DB>, customerId: number): Promise<KnownCover[]> {
    // Checked when the company's file was applied; a row of another version shows none.
    const own = OwnCovers.safeParse(await findOwnCovers(query, customerId)).data ?? [];
    return [
      ...own.map(({ name, design, headline, confidentiality }) => ({
        id: `own:${name}`,
        name,
        description: "Your company's cover page",
        confidentiality,
        own: true,
        headline,
        design: builtInCovers.find(({ id }) => id === design)?.id ?? "plain",
      })),
      ...builtInCovers.map((design) => ({ ...design, design: design.id, headline: "", own: false })),
    ];
  }
}

/** What stands on a cover that a user sends to somebody. */
export function coverContent(
  { design, headline, confidentiality }: KnownCover,
  { subject, note }: FaxCoverText,
  sender: CoverSender,
  fax: { readonly to: FaxRecipient; readonly pages: number; readonly at: Date },
): CoverContent {
  return {
    design,
    headline,
    company: sender.company,
    from: {
      name: sender.name,
      line: `Fax ${formatPhone(sender.number)}`,
      phone: sender.phone === "" ? "" : `Phone ${formatPhone(sender.phone)}`,
    },
    to: { name: fax.to.name, number: formatPhone(fax.to.number) },
    date: fax.at.toLocaleString("en-US", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: sender.timezone,
    }),
    pages: fax.pages,
    subject,
    note,
    confidentiality,
    paper: LETTER_REGIONS.has(sender.region) ? "letter" : "a4",
  };
}

/** Where paper has the size of a letter. */
const LETTER_REGIONS: ReadonlySet<string> = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE"]);
