/** Codes of the error responses that we create in place of a server, so that a caller does not wait forever. */

/** The server will not respond. */
export const lostAnswer = -32099;

/** The response is invalid. */
export const unreadableAnswer = -32098;
