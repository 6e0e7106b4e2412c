import type { SmsLimits } from "@offhook/contract";
import { MAX_SMS_FILE_BYTES, MAX_SMS_FILES, MAX_SMS_LENGTH } from "@offhook/contract";
import type { TextCarrier } from "../text-carrier.ts";

/** The carriers of the installation, in the order they are asked. */
export class Carriers {
  readonly all: readonly TextCarrier[];

  constructor(all: readonly TextCarrier[]) {
    this.all = all;
  }

  /** The carrier of a text; always the same one for the same text, so that a repeat is known as such. */
  for(hasMedia: boolean): TextCarrier | undefined {
    return this.all.find(({ limits }) => !hasMedia || limits.maxMediaBytes > 0);
  }

  limits(): SmsLimits {
    const media = this.for(true)?.limits;
    return {
      maxLength: MAX_SMS_LENGTH,
      maxFiles: MAX_SMS_FILES,
      maxMediaBytes: Math.min(media?.maxMediaBytes ?? 0, MAX_SMS_FILE_BYTES),
      mediaTypes: [...(media?.mediaTypes ?? [])],
      hasCarrier: this.all.length > 0,
    };
  }
}
