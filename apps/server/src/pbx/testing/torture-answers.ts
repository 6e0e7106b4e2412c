/** A status, several in order, or nothing at all. */
export type TortureAnswer = readonly number[];

/**
 * What the server answers to each message of RFC 4475 when nobody has signed in. Section numbers are of the RFC.
 * 401 means: read and understood, and now say who you are. Responses that nobody asked for get no answer.
 */
export const TORTURE_ANSWERS: Readonly<Record<string, TortureAnswer>> = {
  // 3.1.1 valid
  wsinv: [481],
  intmeth: [405],
  esc01: [401],
  escnull: [401],
  esc02: [405],
  lwsdisp: [200],
  longreq: [401],
  dblreq: [401],
  semiuri: [200],
  transports: [200],
  mpart01: [405],
  unreason: [],
  noreason: [],
  // 3.1.2 invalid
  badinv01: [400],
  clerr: [400],
  ncl: [400],
  scalar02: [400],
  scalarlg: [],
  quotbal: [400],
  ltgtruri: [400],
  lwsruri: [400],
  lwsstart: [401],
  trws: [200],
  escruri: [400],
  baddate: [401],
  regbadct: [400],
  badaspec: [200],
  baddn: [200],
  badvers: [505],
  mismatch01: [400],
  mismatch02: [400],
  bigcode: [],
  // 3.2 transaction layer
  badbranch: [200],
  // 3.3 application layer
  insuf: [400],
  unkscm: [416],
  novelsc: [416],
  unksm2: [401],
  bext01: [420],
  invut: [415],
  regaut01: [401],
  multi01: [400],
  mcl01: [400],
  bcast: [],
  zeromf: [200],
  cparam01: [401],
  cparam02: [401],
  regescrt: [401],
  sdp01: [406],
  // 3.4 backward compatibility
  inv2543: [401],
};

/** On a stream the length tells where a message ends: what is wrong with it is wrong with the connection. */
export const STREAM_ANSWERS: Readonly<Record<string, TortureAnswer>> = {
  ...TORTURE_ANSWERS,
  // The rest of the body may still come.
  clerr: [],
  // Two requests, each with its own answer; a datagram has room for one only.
  dblreq: [401, 401],
  // No length at all.
  inv2543: [400],
};
