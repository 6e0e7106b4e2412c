/**
 * Every reply to a signed-in user carries it. A reply to a GET contains every event of the company's log up to this
 * number; events with a greater one may or may not be in it, and a client applies them again. After any other request,
 * the events up to this number tell all that it has changed.
 */
export const EVENT_NUMBER_HEADER = "x-offhook-event";
