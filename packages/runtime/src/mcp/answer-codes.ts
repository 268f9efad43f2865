/** Codes of answers that we give in place of a server, so that a caller does not wait forever. */

/** It will not come. */
export const lostAnswer = -32099;

/** An invalid answer. */
export const unreadableAnswer = -32098;
