/** Why signing in to an MCP server came to nothing. */
import { messageOf } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';

/** `server` as it is shown. */
export function notSignedIn(server: string, error: unknown): string {
  return `You are not signed in to ${server}: ${plainText(messageOf(error))}.`;
}
