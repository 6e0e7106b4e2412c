import type { Fax, FaxDetails, FaxDocument } from "@offhook/contract";

/** Where the clock of tests stands: four in the morning in New York. */
export const NOW_SECONDS = Date.parse("2030-01-07T09:00:00Z") / 1000;

export const RECORDS_LINE = "12125550130";
export const INTAKE_LINE = "12125550131";

/** A new fax of a quarter of an hour ago, unless told otherwise. */
export function aFax(fields: Partial<Fax> = {}): Fax {
  const { time = NOW_SECONDS - 15 * 60 } = fields;
  return {
    id: "fax-1",
    mailbox: RECORDS_LINE,
    name: "Records",
    dir: "INBOX",
    callerId: "12125550177",
    callername: "June Park",
    called: RECORDS_LINE,
    time,
    time_ms: time * 1000,
    pages: 3,
    new: true,
    read_by: [],
    dlr_status: 0,
    dlr_error: "",
    reason: null,
    submited: 0,
    station: "+1 212 555 0177",
    subject: "",
    resolution: "fine",
    page: 0,
    tries: 0,
    max_tries: 3,
    next_try: null,
    damaged: [],
    fileData: { type: "application/pdf", bytes: 4711 },
    tasks: [],
    ...fields,
  };
}

/** One of our own, delivered unless told otherwise. */
export function aSentFax(fields: Partial<Fax> = {}): Fax {
  return aFax({
    dir: "SENT",
    callerId: RECORDS_LINE,
    callername: "",
    called: "12125550177",
    new: false,
    tries: 1,
    station: "",
    ...fields,
  });
}

export function aFailedFax(fields: Partial<Fax> = {}): Fax {
  const dlr_error = "The other side answered but is no fax machine";
  return aSentFax({ dlr_status: 5, reason: "notFax", dlr_error, ...fields });
}

export function faxDetails(fax: Fax, fields: Partial<FaxDetails> = {}): FaxDetails {
  return { ...fax, readers: [], attempts: [], sent_by: null, has_receipt: false, ...fields };
}

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

export function aFaxDocument(id: string, name: string, pages: number): FaxDocument {
  return { id, name, bytes: 10, pages: Array.from({ length: pages }, () => ({ thumbnail: PIXEL })) };
}

/** An empty page as the address of a PDF. */
export function aPdf(): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>",
  ].map((object, index) => `${index + 1} 0 obj${object}endobj\n`);
  const head = "%PDF-1.4\n";
  const starts = objects.map((_, index) => head.length + objects.slice(0, index).join("").length);
  const body = head + objects.join("");
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 4\n0000000000 65535 f \n${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`;
  return URL.createObjectURL(new Blob([body + end], { type: "application/pdf" }));
}
