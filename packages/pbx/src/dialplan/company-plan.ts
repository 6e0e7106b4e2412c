import type {
  CompanyConfig,
  Destination,
  EndpointConfig,
  FaxLineConfig,
  HuntGroupConfig,
  MailboxConfig,
  QueueConfig,
  RoomConfig,
} from "./company-config.ts";

/** A company's configuration with everything found by its name. */
export interface CompanyPlan {
  readonly config: CompanyConfig;
  readonly endpoints: ReadonlyMap<string, EndpointConfig>;
  readonly queues: ReadonlyMap<string, QueueConfig>;
  readonly huntGroups: ReadonlyMap<string, HuntGroupConfig>;
  readonly mailboxes: ReadonlyMap<string, MailboxConfig>;
  readonly rooms: ReadonlyMap<string, RoomConfig>;
  readonly faxLines: ReadonlyMap<string, FaxLineConfig>;
  readonly byExtension: ReadonlyMap<string, Destination>;
  /** Boxes by what follows the star: their own name, or the extension of a line whose messages they take. */
  readonly mailboxByExtension: ReadonlyMap<string, string>;
  /** Own public numbers by their digits. */
  readonly byPublicNumber: ReadonlyMap<string, Destination>;
  /** Fax lines whose number is a person's too, by its digits. */
  readonly sharedFaxLines: ReadonlyMap<string, FaxLineConfig>;
}

const plans = new WeakMap<CompanyConfig, CompanyPlan>();

/** Made once for every version of a company's configuration. */
export function planOf(config: CompanyConfig): CompanyPlan {
  const known = plans.get(config);
  if (known) return known;
  const plan = compile(config);
  plans.set(config, plan);
  return plan;
}

function compile(config: CompanyConfig): CompanyPlan {
  return {
    config,
    endpoints: byId(config.endpoints),
    queues: byId(config.queues),
    huntGroups: byId(config.huntGroups),
    mailboxes: byId(config.mailboxes),
    rooms: byId(config.rooms),
    faxLines: byId(config.faxLines ?? []),
    byExtension: extensionsOf(config),
    mailboxByExtension: mailboxExtensionsOf(config),
    byPublicNumber: new Map(
      config.inboundNumbers.map(({ number, destination }) => [digitsOf(number), destination]),
    ),
    sharedFaxLines: new Map(
      (config.faxLines ?? []).flatMap((line) =>
        line.isShared === true ? [[digitsOf(line.number), line] as const] : [],
      ),
    ),
  };
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

function extensionsOf(config: CompanyConfig): ReadonlyMap<string, Destination> {
  const extensions = new Map<string, Destination>();
  const add = (extension: string | undefined, destination: Destination): void => {
    // The first one keeps it: endpoints before groups, as a person must stay reachable whatever else is configured.
    if (extension && !extensions.has(extension)) extensions.set(extension, destination);
  };
  for (const { extension, id } of config.endpoints) add(extension, { kind: "endpoint", id });
  for (const { extension, id } of config.queues) add(extension, { kind: "queue", id });
  for (const { extension, id } of config.huntGroups) add(extension, { kind: "huntGroup", id });
  for (const { extension, id } of config.rooms) add(extension, { kind: "room", id });
  return extensions;
}

function mailboxExtensionsOf({ endpoints, mailboxes }: CompanyConfig): ReadonlyMap<string, string> {
  const byName = mailboxes.map(({ name, id }) => [name, id] as const);
  const byLine = endpoints.flatMap(({ extension, mailboxId }) =>
    extension && mailboxId !== undefined ? [[extension, mailboxId] as const] : [],
  );
  return new Map([...byName, ...byLine]);
}

export const digitsOf = (number: string): string => number.replace(/\D/g, "");

/** Whether two ways of writing mean the same caller: the same digits, or the same with a country code before them. */
export function isSameCaller(a: string, b: string): boolean {
  const [one, other] = [digitsOf(a), digitsOf(b)].sort((x, y) => x.length - y.length);
  if (!one || !other) return false;
  return one === other || (one.length >= 9 && other.endsWith(one));
}
