import { z } from "zod";

/** Who writes down what was said: nobody, the engine that runs here, or a service. */
export type TranscriptionConfig =
  | { readonly by: "nobody" }
  | { readonly by: "engine" }
  | { readonly by: "service"; readonly url: string; readonly token: string | undefined };

const isService = (value: string): boolean => /^https?:\/\//.test(value) && URL.canParse(value);

/** The variables of transcription, for the table of all of them. */
export const TRANSCRIPTION_VARIABLES = {
  OFFHOOK_TRANSCRIPTION: z
    .string()
    .trim()
    .refine((value) => value === "0" || value === "1" || isService(value), {
      error: "must be 0, 1 or the address of a service",
    })
    .default("1"),
  TRANSCRIPTION_TOKEN: z.string().optional(),
};

interface Values {
  readonly OFFHOOK_TRANSCRIPTION: string;
  readonly TRANSCRIPTION_TOKEN?: string | undefined;
}

export function transcriptionConfig(values: Values): TranscriptionConfig {
  const choice = values.OFFHOOK_TRANSCRIPTION;
  if (choice === "0") return { by: "nobody" };
  if (choice === "1") return { by: "engine" };
  return { by: "service", url: choice, token: values.TRANSCRIPTION_TOKEN };
}
