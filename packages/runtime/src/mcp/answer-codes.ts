/** Codes of answers that we give in place of a server, so that whoever waits for one need not wait for ever. */

/** It will not come. */
export const lostAnswer = -32099;

/** It came, and is none. */
export const unreadableAnswer = -32098;
