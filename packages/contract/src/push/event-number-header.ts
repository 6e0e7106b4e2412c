/**
 * Every reply to a signed-in user's GET carries it: a number of the company's log such that the reply contains every
 * event up to it. Events with a greater number may or may not be in the reply; a client applies them again.
 */
export const EVENT_NUMBER_HEADER = "x-offhook-event";
