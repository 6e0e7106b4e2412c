import type { FileRow } from "@offhook/contact-files";
import type { DuplicateChoice } from "@offhook/contract";
import {
  applyFields,
  type ContactFields,
  identifyingKeys,
  isNobody,
  mergeFields,
  NO_FIELDS,
  type NumberKey,
  numberKeys,
} from "../book/contact-fields.ts";

/** A row of a file, ready to be stored. */
export interface ImportCandidate {
  readonly row: number;
  readonly fields: ContactFields;
  readonly keys: readonly NumberKey[];
  /** The picture as base64. */
  readonly photo: string | undefined;
}

export interface RowError {
  readonly row: number;
  readonly message: string;
}

export interface Candidates {
  readonly ready: readonly ImportCandidate[];
  readonly errors: readonly RowError[];
}

/** A contact that is there already. */
export interface ExistingContact {
  readonly id: number;
  readonly isOwn: boolean;
  readonly name: string;
}

export interface PlannedAdd {
  readonly rows: readonly number[];
  readonly fields: ContactFields;
  readonly photoRow: number | undefined;
}

export interface PlannedMerge {
  readonly id: number;
  readonly rows: readonly number[];
  readonly given: readonly ContactFields[];
  readonly photoRow: number | undefined;
}

export interface ImportPlan {
  readonly adds: readonly PlannedAdd[];
  readonly merges: readonly PlannedMerge[];
  readonly skipped: readonly number[];
  readonly errors: readonly RowError[];
}

/** Brings a row of a file into the form in which contacts are stored. */
export function candidateOf({ row, contact, error }: FileRow, region: string): ImportCandidate | RowError {
  if (!contact) return { row, message: error ?? "The row cannot be read" };
  const { photo, ...given } = contact;
  const fields = applyFields(NO_FIELDS, given, region);
  if (isNobody(fields)) return { row, message: "There is neither a name nor a number nor an address" };
  return { row, fields, keys: numberKeys(fields, region), photo };
}

export interface Duplicate {
  readonly existing: ExistingContact | undefined;
  /** The earlier row of the file. */
  readonly row: number | undefined;
  readonly name: string;
}

/** By row: the contact that has its work or mobile number already, in the book or earlier in the file. */
export function duplicatesOf(
  candidates: readonly ImportCandidate[],
  existing: ReadonlyMap<string, ExistingContact>,
  nameOf: (fields: ContactFields) => string,
): Map<number, Duplicate> {
  const duplicates = new Map<number, Duplicate>();
  const earlier = new Map<string, ImportCandidate>();
  for (const candidate of candidates) {
    const keys = identifyingKeys(candidate.keys);
    const known = keys.map((key) => existing.get(key)).find((each) => each !== undefined);
    const before = keys.map((key) => earlier.get(key)).find((each) => each !== undefined);
    if (known) duplicates.set(candidate.row, { existing: known, row: undefined, name: known.name });
    else if (before)
      duplicates.set(candidate.row, { existing: undefined, row: before.row, name: nameOf(before.fields) });
    for (const key of keys) if (!earlier.has(key)) earlier.set(key, candidate);
  }
  return duplicates;
}

/** What to do with each row. Nothing is changed yet. */
export function planImport(
  { ready, errors }: Candidates,
  duplicates: ReadonlyMap<number, Duplicate>,
  choiceOf: (row: number) => DuplicateChoice,
  region: string,
): ImportPlan {
  const planner = new Planner(errors, region);
  for (const candidate of ready) {
    const duplicate = duplicates.get(candidate.row);
    const choice = duplicate ? choiceOf(candidate.row) : "add";
    if (choice === "skip") planner.skip(candidate);
    else if (choice === "add" || !duplicate) planner.add(candidate);
    else if (duplicate.existing) planner.mergeWith(duplicate.existing, candidate);
    else planner.mergeIntoRow(duplicate.row, candidate);
  }
  return planner.plan();
}

class Planner {
  readonly #region: string;
  readonly #adds = new Map<number, PlannedAdd>();
  readonly #merges = new Map<number, PlannedMerge>();
  readonly #skipped: number[] = [];
  readonly #errors: RowError[];
  /** The row whose contact a row has become part of. */
  readonly #homeOf = new Map<number, number>();

  constructor(errors: readonly RowError[], region: string) {
    this.#errors = [...errors];
    this.#region = region;
  }

  skip({ row }: ImportCandidate): void {
    this.#skipped.push(row);
  }

  add(candidate: ImportCandidate): void {
    const { row, fields } = candidate;
    this.#adds.set(row, { rows: [row], fields, photoRow: photoRowOf(candidate) });
  }

  mergeWith({ id, isOwn }: ExistingContact, candidate: ImportCandidate): void {
    const { row, fields } = candidate;
    if (!isOwn) {
      this.#errors.push({ row, message: "The existing contact belongs to someone else" });
      return;
    }
    const known = this.#merges.get(id) ?? { id, rows: [], given: [], photoRow: undefined };
    this.#merges.set(id, {
      id,
      rows: [...known.rows, row],
      given: [...known.given, fields],
      photoRow: known.photoRow ?? photoRowOf(candidate),
    });
  }

  /** The earlier row may itself have been merged, or skipped: then this one stands for itself. */
  mergeIntoRow(earlierRow: number | undefined, candidate: ImportCandidate): void {
    const home = this.#homeOf.get(earlierRow ?? 0) ?? earlierRow ?? 0;
    const earlier = this.#adds.get(home);
    if (!earlier) {
      this.add(candidate);
      return;
    }
    this.#homeOf.set(candidate.row, home);
    this.#adds.set(home, {
      rows: [...earlier.rows, candidate.row],
      fields: mergeFields(earlier.fields, candidate.fields, this.#region),
      photoRow: earlier.photoRow ?? photoRowOf(candidate),
    });
  }

  plan(): ImportPlan {
    return {
      adds: [...this.#adds.values()],
      merges: [...this.#merges.values()],
      skipped: this.#skipped,
      errors: this.#errors,
    };
  }
}

function photoRowOf({ row, photo }: ImportCandidate): number | undefined {
  return photo === undefined ? undefined : row;
}
