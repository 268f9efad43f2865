/** The message after signing in to an MCP server failed. */
import { messageOf } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';

/** `server`: its name, sanitized. */
export function notSignedIn(server: string, error: unknown): string {
  return `You are not signed in to ${server}: ${plainText(messageOf(error))}.`;
}
