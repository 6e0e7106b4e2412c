/** The people who call Harborlight and whom it calls. Numbers are reserved for fiction; some callers have no name. */
export const OUTSIDE_PARTIES: readonly (readonly [number: string, name: string])[] = [
  ["12125550171", "June Park"],
  ["12125550172", "Riverside Clinic"],
  ["12125550173", "Omar Haddad"],
  ["12125550174", "Beacon Pharmacy"],
  ["12125550175", ""],
  ["12125550156", "Walter Jennings"],
  ["12125550157", "Ruth Abramson"],
  ["12125550158", "St. Brigid Hospital"],
  ["12125550159", "Lucia Fernandez"],
  ["12125550160", "Theo Marsh"],
  ["12125550161", ""],
  ["12125550163", "Medline Supplies"],
  ["12125550164", "Agnes Kowalski"],
  ["12125550165", "Nadia Petrova"],
  ["12125550166", "Bluecrest Insurance"],
  ["12125550167", "Harold Finch"],
  ["12125550168", "Mei Chen"],
  ["12125550169", ""],
  ["12125550170", "City Transport Desk"],
  ["12125550176", "Esther Goldberg"],
  ["12125550178", "Quentin Moore"],
  ["12125550179", "Dr. Alan Sato"],
  ["12125550184", "Yusuf Demir"],
  ["12125550185", "Clara Lindqvist"],
  ["12125550186", ""],
  ["442079460101", "Thames Medical"],
  ["442079460144", "Oliver Hughes"],
];

/** Calls so often with nothing to say that Maya has blocked the number. */
export const BLOCKED_CALLER = { number: "12125550195", name: "Best Offer Marketing" } as const;

export const CALL_NOTES: readonly string[] = [
  "Wants the Friday visit moved to the afternoon. Told her Dev calls back with a time.",
  "Asked for an invoice copy for October. Sent by mail.",
  "New patient, referred by Riverside Clinic. Intake form is with Samuel.",
  "Key to the flat is with the neighbor in 4B.",
  "Prefers to be called before ten. Hard of hearing: speak slowly.",
  "Insurance number was wrong in the file, corrected.",
  "Complaint about the late nurse on Tuesday. Ines wants to call him herself.",
  "Delivery of the bed on Thursday between two and four.",
];
