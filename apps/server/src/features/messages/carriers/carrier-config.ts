import { z } from "zod";

export interface SmppConfig {
  /** `smpp://host:port`, or `ssmpp://` over TLS. */
  readonly url: string;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly perSecond: number;
  /** How many messages may be under way at once. */
  readonly window: number;
}

export interface SmsHttpConfig {
  readonly url: string;
  readonly token: string;
  /** What the provider signs its webhooks with. */
  readonly webhookSecret: string;
  readonly maxMediaBytes: number;
}

/** The carriers of all lines: SMPP for texts without files, the HTTP provider for the others and what SMPP leaves. */
export interface CarrierConfig {
  readonly smpp: SmppConfig | undefined;
  readonly http: SmsHttpConfig | undefined;
}

const whole = (from: number, to: number, text: string) =>
  z
    .string()
    .trim()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to, text)
    .transform(Number);

const isAddress = (protocols: RegExp) => (value: string) => protocols.test(value) && URL.canParse(value);

/** The variables of the carriers of texts, for the table of all of them. */
export const CARRIER_VARIABLES = {
  SMPP_URL: z
    .string()
    .trim()
    .refine(isAddress(/^s?smpp:\/\/./), "must begin with smpp:// or ssmpp://")
    .optional(),
  SMPP_SYSTEM_ID: z.string().default("offhook"),
  SMPP_PASSWORD: z.string().default(""),
  SMPP_SYSTEM_TYPE: z.string().default(""),
  SMPP_PER_SECOND: whole(1, 10_000, "must be a number from 1 to 10000").default(30),
  SMPP_WINDOW: whole(1, 1_000, "must be a number from 1 to 1000").default(10),
  SMS_HTTP_URL: z
    .string()
    .trim()
    .refine(isAddress(/^https?:\/\/./), "must be the address of a service")
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  SMS_HTTP_TOKEN: z.string().default(""),
  SMS_HTTP_WEBHOOK_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  SMS_HTTP_MAX_MEDIA_KB: whole(1, 100_000, "must be a number from 1 to 100000").default(1_000),
};

type CarrierValues = z.infer<z.ZodObject<typeof CARRIER_VARIABLES>>;

/** Webhooks that nobody signs could be written by anybody. */
export function missingCarrierVariable(values: Partial<CarrierValues>): string | undefined {
  const isIncomplete = values.SMS_HTTP_URL !== undefined && values.SMS_HTTP_WEBHOOK_SECRET === undefined;
  return isIncomplete ? "SMS_HTTP_WEBHOOK_SECRET" : undefined;
}

export function carrierConfig(values: CarrierValues): CarrierConfig {
  return {
    smpp:
      values.SMPP_URL === undefined
        ? undefined
        : {
            url: values.SMPP_URL,
            systemId: values.SMPP_SYSTEM_ID,
            password: values.SMPP_PASSWORD,
            systemType: values.SMPP_SYSTEM_TYPE,
            perSecond: values.SMPP_PER_SECOND,
            window: values.SMPP_WINDOW,
          },
    http:
      values.SMS_HTTP_URL === undefined
        ? undefined
        : {
            url: values.SMS_HTTP_URL,
            token: values.SMS_HTTP_TOKEN,
            webhookSecret: values.SMS_HTTP_WEBHOOK_SECRET ?? "",
            maxMediaBytes: values.SMS_HTTP_MAX_MEDIA_KB * 1_000,
          },
  };
}
