/** Shortened exports of real programs, with invented people. Lines end as those programs end them. */

const crlf = (text: string): string => text.replace(/\n/g, "\r\n");

// A gray dot, 1 by 1.
export const DOT_JPEG =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=";

const folded = (text: string, first: number, indent = " "): string =>
  [text.slice(0, first), ...(text.slice(first).match(/.{1,74}/g) ?? [])].join(`\n${indent}`);

export const IPHONE_VCARD = crlf(`BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iPhone OS 17.4//EN
N:Müller;Jörg;Karl;Dr.;
FN:Dr. Jörg Karl Müller
NICKNAME:Jörgi
ORG:Praxis Müller & Söhne\\, GmbH;Chirurgie
TITLE:Chefarzt
item1.EMAIL;type=INTERNET;type=pref:joerg@praxis.example
item1.X-ABLabel:_$!<Work>!$_
EMAIL;type=INTERNET;type=HOME:jm@home.example
TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:+1 (212) 555-0171
TEL;type=WORK;type=VOICE:+44 20 7946 0120
TEL;type=HOME;type=FAX:(212) 555-0172
TEL;type=MAIN:(212) 555-0173,,99
item2.TEL:2125550174
item2.X-ABLabel:_$!<Other>!$_
item3.TEL:2125550175
item3.X-ABLabel:Conference
NOTE:Erste Zeile\\nzweite\\; mit Strichpunkt und einem sehr langen Text\\, der ge
 faltet werden muss
ADR;type=HOME;type=pref:;;1 Harbor St;New York;NY;10001;USA
BDAY:1970-01-02
PHOTO;ENCODING=b;TYPE=JPEG:${folded(DOT_JPEG, 47, "  ").replace(/\n {2}/g, "\n  ")}
END:VCARD
BEGIN:VCARD
VERSION:3.0
N:;;;;
FN:Beacon Pharmacy
ORG:Beacon Pharmacy;
X-ABShowAs:COMPANY
TEL;type=WORK:2125550176
END:VCARD
`);

export const ANDROID_VCARD = crlf(`BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96zt=C3=BCrk;=C3=87a=C4=9Fla;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=87a=C4=9Fla=20=
=C3=96zt=C3=BCrk
TEL;CELL;PREF:+12125550177
TEL;WORK:212-555-0178
TEL;HOME;FAX:212-555-0179
TEL;X-Bereitschaft:212-555-0180
EMAIL;HOME:cagla@mail.example
NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E2=98=8E=20rings=0D=0A=
twice
PHOTO;ENCODING=BASE64;JPEG:${folded(DOT_JPEG, 40)}

END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Gr=FCn;Uwe
TEL;CELL:2125550181
END:VCARD
`);

export const VCARD_4 = `BEGIN:VCARD
VERSION:4.0
FN:Ana María Reyes
N:Reyes;Ana;María;;
TEL;VALUE=uri;TYPE="voice,cell":tel:+1-212-555-0182
TEL;VALUE=uri;PREF=1;TYPE="voice,work":tel:+1-212-555-0183;ext=42
EMAIL;TYPE=work:ana@clinic.example
ORG:Riverside Clinic
PHOTO:data:image/jpeg;base64,${DOT_JPEG}
END:VCARD
`;

export const GOOGLE_CSV = `First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Organization Title,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Formatted
Zoë,Anne,Łukasiewicz,,,,Harbor “Tools”,Buyer,"Two
lines",https://lh3.googleusercontent.com/x,* myContacts,* Work,zoe@tools.example,Home,zoe@home.example,Mobile,+1 212-555-0184,Work Fax,212-555-0185,"1 Harbor St, New York"
,,,,,,Only A Company,,,,* myContacts,,,,,Work,212-555-0186 ::: 212-555-0187,,,
`;

export const OLD_GOOGLE_CSV = `Name,Given Name,Additional Name,Family Name,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Name,Organization 1 - Title
李小龙,小龙,,李,,* myContacts,* Other,li@mail.example,Mobile,2125550188,,
`;

export const OUTLOOK_CSV =
  crlf(`"Title","First Name","Middle Name","Last Name","Suffix","Company","Department","Job Title","Business Street","Business Fax","Business Phone","Business Phone 2","Home Phone","Mobile Phone","Other Phone","E-mail Address","E-mail Type","E-mail 2 Address","Notes"
"","Günther","","Weiß","","Weiß KG","Einkauf","Leiter","Hafenstraße 1","(212) 555-0189","(212) 555-0190 x12","(212) 555-0191","","(212) 555-0192","","g.weiss@kg.example","SMTP","","Bitte nur vormittags, ""wirklich"""
`);

export const GERMAN_CSV =
  crlf(`Vorname;Nachname;Firma;Telefon (geschäftlich);Telefon (privat);Mobiltelefon;Fax geschäftlich;E-Mail-Adresse;Notizen
Bärbel;Öhler;Öhler & Co;2125550193;2125550194;2125550195;2125550196;b@oehler.example;Grüße
`);
