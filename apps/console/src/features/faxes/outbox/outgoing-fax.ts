import type { FaxCoverText, FaxPage, FaxRecipient, FaxResolution, FaxRotation } from "@offhook/contract";
import type { Outgoing } from "../../../platform/outbox/outgoing.ts";

/** A file that the service may not have yet. */
export interface FaxFileToUpload {
  /** Made here and then the id of the document: a repeated upload makes no second one. */
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

/** All pages of a file of which nobody knows yet how many it has. */
interface WholeFile {
  readonly document: string;
  readonly page: null;
  readonly rotate: FaxRotation;
}

export type ComposedPage = FaxPage | WholeFile;

export interface NewFax {
  readonly kind: "new";
  readonly mailbox: string;
  readonly to: readonly FaxRecipient[];
  readonly pages: readonly ComposedPage[];
  readonly files: readonly FaxFileToUpload[];
  readonly cover: FaxCoverText | null;
  readonly resolution: FaxResolution;
  /** Unix time in seconds; null: as soon as it can be. */
  readonly sendAt: number | null;
}

/** The pages of another fax once more. */
interface FaxOnceMore {
  readonly kind: "again";
  /** The line it is sent from. */
  readonly mailbox: string;
  readonly to: readonly FaxRecipient[];
  /** The fax whose pages are sent. */
  readonly of: { readonly mailbox: string; readonly id: string };
}

/** What the user sends with one press of the button: one fax for each recipient. */
export type ComposedFax = NewFax | FaxOnceMore;

export type OutgoingFax = Outgoing<ComposedFax>;
