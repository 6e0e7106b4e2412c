import type { Paper } from "../pdf/pdf-flow.ts";

export type CoverDesign = "plain" | "modern" | "confidential";

/** What a cover page says. A field that is empty is left out. */
export interface CoverContent {
  readonly design: CoverDesign;
  readonly company: string;
  /** Under the company's name: its address, or what it does. */
  readonly headline: string;
  readonly from: { readonly name: string; readonly line: string; readonly phone: string };
  readonly to: { readonly name: string; readonly number: string };
  /** When it is sent, in words of the sender's time zone. */
  readonly date: string;
  /** The cover among them. */
  readonly pages: number;
  readonly subject: string;
  readonly note: string;
  readonly confidentiality: string;
  readonly paper: Paper;
}

export interface BuiltInCover {
  readonly id: CoverDesign;
  readonly name: string;
  readonly description: string;
  readonly confidentiality: string;
}

export const builtInCovers: readonly BuiltInCover[] = [
  {
    id: "plain",
    name: "Plain",
    description: "One column, few lines: quick to send and easy to read",
    confidentiality: "",
  },
  {
    id: "modern",
    name: "Modern",
    description: "The company in large letters, the note in a frame",
    confidentiality: "",
  },
  {
    id: "confidential",
    name: "Confidential",
    description: "A black bar on top and the confidentiality notice in a frame",
    confidentiality:
      "The pages of this fax are confidential and meant only for the recipient named above. If you received them by mistake, do not read, copy or share them: please call the sender at once and destroy all pages.",
  },
];
