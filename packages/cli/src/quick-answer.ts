/** What can be answered before anything is loaded. */
import { helpText } from './help-text.ts';
import { readVersion } from './version.ts';

export function quickAnswer(args: readonly string[]): string | undefined {
  const [only] = args;
  if (args.length !== 1) return undefined;
  if (only === '--version' || only === '-v') return `${readVersion()}\n`;
  return only === '--help' || only === '-h' ? helpText : undefined;
}
