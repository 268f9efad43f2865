/** What can be answered before anything is loaded. Nobody means `help` or `version` alone as a message. */
import { helpText } from './help-text.ts';
import { readVersion } from './version.ts';

export function quickAnswer(args: readonly string[]): string | undefined {
  const [only] = args;
  if (args.length !== 1) return undefined;
  if (only === '--version' || only === '-v' || only === 'version') return `${readVersion()}\n`;
  return only === '--help' || only === '-h' || only === 'help' ? helpText : undefined;
}
