import { z } from "zod";

export interface FaxProviderConfig {
  readonly url: string;
  readonly token: string;
  /** What the provider signs its webhooks with. */
  readonly webhookSecret: string;
}

/** The variables of the provider of faxes, for the table of all of them. */
export const FAX_PROVIDER_VARIABLES = {
  FAX_HTTP_URL: z
    .string()
    .trim()
    .refine((value) => /^https?:\/\/./.test(value) && URL.canParse(value), "must be the address of a service")
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  FAX_HTTP_TOKEN: z.string().default(""),
  FAX_HTTP_WEBHOOK_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
};

type FaxProviderValues = z.infer<z.ZodObject<typeof FAX_PROVIDER_VARIABLES>>;

/** Webhooks that nobody signs could be written by anybody. */
export function missingFaxVariable(values: Partial<FaxProviderValues>): string | undefined {
  const isIncomplete = values.FAX_HTTP_URL !== undefined && values.FAX_HTTP_WEBHOOK_SECRET === undefined;
  return isIncomplete ? "FAX_HTTP_WEBHOOK_SECRET" : undefined;
}

export const faxProviderConfig = (values: FaxProviderValues): FaxProviderConfig | undefined =>
  values.FAX_HTTP_URL === undefined
    ? undefined
    : {
        url: values.FAX_HTTP_URL,
        token: values.FAX_HTTP_TOKEN,
        webhookSecret: values.FAX_HTTP_WEBHOOK_SECRET ?? "",
      };
