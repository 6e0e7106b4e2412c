import type { SearchCategory } from "@offhook/contract";
import type { SearchTerm } from "@offhook/search";

/** What is looked for. A document fits by its words, by a number, by whom it was exchanged with, or by its day. */
export interface SearchWords {
  readonly terms: readonly SearchTerm[];
  /** One of these digits must be part of a number; the rest of what was typed must be there as words. */
  readonly number: { readonly digits: readonly string[]; readonly rest: readonly SearchTerm[] } | undefined;
  readonly parties: readonly string[];
  readonly day: SearchSpan | undefined;
}

/** From the first moment on, up to the second, which is not in it. */
export interface SearchSpan {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

/** Only these of what fits. */
export interface SearchFilter {
  readonly span: SearchSpan;
  /** Each group holds marks of which a document must have one (see the migration that makes the documents). */
  readonly marks: readonly (readonly string[])[];
  /** Part of the number at the other end. */
  readonly partyDigits: readonly string[];
  readonly isUnread: boolean;
  /** Assigned to the reader, or written by them. */
  readonly isMine: boolean;
}

/** Who searches, and what they may see of the category. */
export interface SearchReader {
  readonly customerId: number;
  readonly userId: number;
  /** Undefined where they have none. */
  readonly chatUser: string | undefined;
  readonly scopes: readonly string[];
}

export interface SearchQuestion {
  readonly reader: SearchReader;
  readonly words: SearchWords;
  readonly filter: SearchFilter;
  /** How many are wanted, from the first on. */
  readonly wanted: number;
}

export interface NameQuestion {
  readonly reader: SearchReader;
  /** The name as it was typed. */
  readonly terms: readonly SearchTerm[];
  readonly limit: number;
}

/** Finds what fits (see docs/specs/search.md), in order: the ids that each category gives. */
export interface SearchIndex {
  /** At most as many as are wanted; fewer, and there are no more. */
  find(category: SearchCategory, question: SearchQuestion): Promise<string[]>;
  /** People whose name holds these words. */
  findNames(question: NameQuestion): Promise<string[]>;
  /** People whose name is only like this one, the most alike first. */
  findLikeNames(reader: SearchReader, typed: string, limit: number): Promise<string[]>;
}

export const NO_FILTER: SearchFilter = {
  span: { from: undefined, until: undefined },
  marks: [],
  partyDigits: [],
  isUnread: false,
  isMine: false,
};
