/**
 * How a client's history is rendered. A result whose call is gone (a client that cuts its history, or continues a conversation that is not
 * stored) is still what the client has to say: the model gets all of it, as a note.
 */
import type { PolicyOptions } from '@interlock/transcript';

export const clientPolicy: PolicyOptions = { orphans: 'note', longestOrphan: Number.MAX_SAFE_INTEGER };
