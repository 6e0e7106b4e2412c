import { readFile } from "node:fs/promises";
import { type Insertable, type Kysely, sql } from "kysely";
import type { DB, Faxes, FaxTries } from "../../../database/schema/database-schema.ts";
import { saveFaxTexts } from "../../../features/faxes/index.ts";
import { demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext, Seeder } from "../../seed-context.ts";
import { DEMO_DOCUMENTS } from "./demo-documents.ts";
import { DEMO_FAXES, type DemoArrival, type DemoFax, type DemoSending } from "./demo-faxes.ts";

/** The bundle carries a copy of the folder beside itself, so this address holds there too. */
export const DEMO_FAX_PAGES = new URL("./pages/", import.meta.url);
const MAX_BYTES = 1_000_000;
const MINUTE_MS = 60_000;
const TRY_MS = 40_000;
const PLANNED_TRIES = 3;
const BIG_FAXES = 100_000;

type Files = Required<Pick<Insertable<Faxes>, "tiff_key" | "pdf_key" | "pdf_bytes" | "picture_key">>;

/** Eighteen faxes on two lines. Those that wait are really sent when their time has come. */
export const seedFaxes: Seeder = async (context) => {
  const { tx } = context;
  const lineIds = await linesOf(tx.query);
  const files = new Map<string, Files>();
  for (const document of new Set(DEMO_FAXES.map((fax) => fax.document)))
    files.set(document, await store(context, document));
  const seeded = DEMO_FAXES.map((fax, index) => {
    const id = `demo-fax-${index + 1}`;
    const row = {
      ...rowOf(fax, context.now),
      ...files.get(fax.document),
      id,
      fax_line_id: lineIds.get(fax.line) ?? 0,
    };
    return { fax, id, row };
  });
  await tx.query
    .insertInto("faxes")
    .values(seeded.map(({ row }) => row))
    .execute();
  for (const { fax, id } of seeded) if (fax.dir === "SENT") await saveFaxTexts(tx.query, [id], wordsOf(fax));
  const tries = seeded.flatMap(({ fax, id }) => (fax.dir === "SENT" ? triesOf(fax, id, context.now) : []));
  await tx.query.insertInto("fax_tries").values(tries).execute();
  for (const { fax, id } of seeded) if (fax.dir === "INBOX") await insertReads(context, fax, id);
  if (context.isBig) await seedManyFaxes(context);
};

async function linesOf(query: Kysely<DB>): Promise<Map<string, number>> {
  const lines = await query
    .selectFrom("fax_lines")
    .select(["id", "number"])
    .where("customer_id", "=", HARBORLIGHT.id)
    .execute();
  return new Map(lines.map(({ id, number }) => [number, id]));
}

async function store({ tx, objects }: SeedContext, document: string): Promise<Files> {
  const put = async (name: string) => {
    const stored = await objects.put(await readFile(new URL(name, DEMO_FAX_PAGES)), { maxBytes: MAX_BYTES });
    await tx.query
      .insertInto("files")
      .values({ ...stored, customer_id: HARBORLIGHT.id, name })
      .execute();
    return stored;
  };
  const pdf = await put(`${document}.pdf`);
  return {
    tiff_key: (await put(`${document}.tif`)).key,
    pdf_key: pdf.key,
    pdf_bytes: pdf.size,
    picture_key: (await put(`${document}.png`)).key,
  };
}

const wordsOf = ({ document }: DemoFax): string[] =>
  DEMO_DOCUMENTS[document === "torn" ? "records" : document]
    .split("\f")
    .map((page) => page.replace(/\s+/g, " "));

const pagesOf = (fax: DemoFax): number => wordsOf(fax).length;

function rowOf(fax: DemoFax, now: number): Omit<Insertable<Faxes>, "id" | "fax_line_id"> {
  const at = new Date(now - fax.minutesAgo * MINUTE_MS);
  const both = {
    customer_id: HARBORLIGHT.id,
    direction: fax.dir,
    party_number: fax.number,
    party_name: fax.name,
    at,
    pages: pagesOf(fax),
    resolution: "normal",
  };
  if (fax.dir === "SENT") return { ...both, ...sentColumns(fax, at, now) };
  return {
    ...both,
    state: "received",
    max_tries: 0,
    station: fax.station ?? "",
    damaged: [...(fax.damaged ?? [])],
    source_id: `demo-${fax.minutesAgo}`,
    read_at: fax.readBy ? new Date(at.getTime() + 20 * MINUTE_MS) : null,
  };
}

function sentColumns(fax: DemoSending, at: Date, now: number) {
  const { failures = [], nextInMinutes, subject = "" } = fax;
  const last = failures.at(-1) ?? null;
  // One passing failure was followed by a try that delivered; a lasting one was the last.
  const hasFailed = nextInMinutes === undefined && (last === "notFax" || last === "noSuchNumber");
  const isDone = nextInMinutes === undefined && !hasFailed;
  return {
    sent_by: demoPerson(fax.by).id,
    subject,
    state: isDone ? "done" : hasFailed ? "failed" : "waiting",
    reason: isDone ? null : last,
    tries: failures.length + (isDone ? 1 : 0),
    max_tries: PLANNED_TRIES,
    pages_sent: isDone ? pagesOf(fax) : 0,
    station: isDone ? `+${fax.number}` : "",
    next_try_at: nextInMinutes === undefined ? null : new Date(now + nextInMinutes * MINUTE_MS),
    ended_at: nextInMinutes === undefined ? new Date(at.getTime() + (failures.length + 1) * MINUTE_MS) : null,
  };
}

function triesOf(fax: DemoSending, fax_id: string, now: number): Insertable<FaxTries>[] {
  const { failures = [] } = fax;
  const { tries } = sentColumns(fax, new Date(now), now);
  return Array.from({ length: tries }, (_, index) => {
    const reason = failures[index] ?? null;
    const started = now - fax.minutesAgo * MINUTE_MS + index * MINUTE_MS;
    return {
      fax_id,
      number: index + 1,
      started_at: new Date(started),
      ended_at: new Date(started + TRY_MS),
      way: "phone",
      reason,
      pages_sent: reason === null ? pagesOf(fax) : 0,
      station: reason === null ? `+${fax.number}` : "",
    };
  });
}

async function insertReads({ tx, now }: SeedContext, fax: DemoArrival, fax_id: string): Promise<void> {
  const at = now - fax.minutesAgo * MINUTE_MS;
  if (!fax.readBy) {
    const item = { customer_id: HARBORLIGHT.id, type: "fax", line: fax.line, item_id: fax_id };
    await tx.query
      .insertInto("unread_items")
      .values({ ...item, created_at: new Date(at) })
      .execute();
    return;
  }
  const reads = fax.readBy.map((handle, index) => ({
    fax_id,
    user_id: demoPerson(handle).id,
    read_at: new Date(at + (20 + index) * MINUTE_MS),
  }));
  await tx.query.insertInto("fax_reads").values(reads).execute();
}

/** For benchmarks: what has arrived or was sent, again and again, older each time. Made by the database itself. */
async function seedManyFaxes({ tx, now }: SeedContext): Promise<void> {
  await sql`
    insert into faxes (
      id, customer_id, fax_line_id, direction, party_number, party_name, at, pages, resolution, subject, station, state,
      reason, tries, max_tries, pages_sent, ended_at, sent_by, tiff_key, pdf_key, pdf_bytes, picture_key, read_at
    )
    select 'demo-big-fax-' || n, customer_id, fax_line_id, direction, party_number, party_name, times.at, pages,
      resolution, subject, station, state, reason, tries, max_tries, pages_sent,
      case when direction = 'SENT' then times.at end, sent_by, tiff_key, pdf_key, pdf_bytes, picture_key,
      case when direction = 'INBOX' then times.at end
    from (
      select *, row_number() over (order by id) - 1 as place, count(*) over () as places
      from faxes where state <> 'waiting' and id not like 'demo-big-%'
    ) as seeded
    join generate_series(1, ${sql.lit(BIG_FAXES)}) as n on n % seeded.places = seeded.place,
      lateral (select ${new Date(now)}::timestamptz - interval '31 days' - n * interval '4 minutes' as at) as times`.execute(
    tx.query,
  );
}
