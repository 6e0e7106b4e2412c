/** What people fax each other in the demo. A form feed begins a page. */
export const DEMO_DOCUMENTS = {
  referral: `NORTHSIDE MEDICAL GROUP
88 Canal Street, New York, NY 10013

REFERRAL FOR HOME HEALTH SERVICES

Patient:        Walter Jensen          Date of birth: 03/14/1941
Insurance:      Medicare, member 1EG4-TE5-MK72
Diagnosis:      Recovery after hip replacement (right)
Start of care:  as soon as possible, within 48 hours

Services asked for:
  [x] Skilled nursing, twice a week
  [x] Physical therapy, three times a week
  [ ] Occupational therapy
  [x] Home health aide, mornings

Notes: lives alone on the third floor, elevator in the building.
The daughter, Karen Jensen, holds the key: (212) 555-0162.

Signed: Dr. H. Alvarez, orthopedics`,
  order: `PHYSICIAN'S ORDER

Agency:   Harborlight Home Care          Fax: (212) 555-0130
Patient:  Rosa Delgado
Date:     please see the head of this page

1. Wound care to the left heel, daily, saline and dry dressing.
2. Blood pressure at each visit; call if above 160 / 95.
3. Metoprolol 25 mg, one tablet twice a day, replaces the order of last month.

Please sign and send back to Riverside Clinic within three days.

Physician: ______________________    Date: ____________`,
  signed: `PLAN OF CARE (485)

Patient: Agnes Kowalski
Certification period: 60 days

Goals: walks 50 feet with a walker; manages medication with a weekly box.
Visits: nurse 1w9, aide 3w9, therapist 2w4.

I certify that this patient is confined to the home and needs intermittent
skilled nursing care, physical therapy, or both.

Physician's signature:   Maria Chen, MD`,
  records: `RELEASE OF MEDICAL RECORDS

To:    Medical records, St. Brendan Hospital
From:  Harborlight Home Care, Records

Please send the discharge summary, the list of medication and the last
laboratory results of the patient named below. The signed consent is on the
next page.

Patient: Harold Finch, born 11/02/1950
Needed by: Friday, start of care is on Monday
\fCONSENT

I allow St. Brendan Hospital to give my medical records of this year to
Harborlight Home Care.

Signed: Harold Finch
Witness: Tom Becker`,
  invoice: `MEDLINE SUPPLY, INC.
Invoice 20417

 24  boxes   gloves, nitrile, medium           $ 9.80      $ 235.20
 10  packs   dressing, foam, 4 x 4 in          $ 31.50     $ 315.00
  6  each    walker, folding                   $ 62.00     $ 372.00
  2  each    shower chair                      $ 48.75     $  97.50
                                                        ----------
                                               Total     $ 1,019.70

Payment within 30 days. Questions: (212) 555-0171.`,
  hours: `TIME SHEET, week 32

Aide: Lena Fischer

Mon   08:00 - 12:00   Delgado        4.0
Tue   08:00 - 12:00   Delgado        4.0
      13:00 - 16:00   Kowalski       3.0
Wed   08:00 - 12:00   Delgado        4.0
Thu   09:00 - 15:00   Jensen         6.0
Fri   08:00 - 12:00   Delgado        4.0
                                    -----
                                     25.0 hours

Signature of the client: R. Delgado`,
  insurance: `KEYSTONE HEALTH PLAN
Prior authorization

Member:      Walter Jensen
Reference:   PA-773204
Decision:    APPROVED

24 visits of physical therapy, to be used within 90 days.
A new request is needed for further visits.

This fax is meant for the agency named above. If it has reached you by
mistake, please call (212) 555-0188.`,
  chart: Array.from(
    { length: 12 },
    (_, index) => `CHART OF ROSA DELGADO, page ${index + 1} of 12

${
  [
    "Admission note",
    "History",
    "Medication",
    "Allergies: penicillin",
    "Vital signs, first week",
    "Vital signs, second week",
    "Wound care, first week",
    "Wound care, second week",
    "Visits of the therapist",
    "Laboratory",
    "Letters",
    "Discharge plan",
  ][index]
}

${Array.from({ length: 9 }, (_row, row) => `08/${String(1 + ((index * 9 + row) % 28)).padStart(2, "0")}   seen at home, blood pressure ${118 + ((index * 7 + row * 3) % 30)} / ${70 + ((index + row) % 15)}, no complaints`).join("\n")}`,
  ).join("\f"),
} as const;
export type DemoDocument = keyof typeof DEMO_DOCUMENTS;
