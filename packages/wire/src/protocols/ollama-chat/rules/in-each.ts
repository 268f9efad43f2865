/** How rules go through the messages of a body; a message may be wrong in several places. */
import type { Finding, Rule } from '../../../rules/rule.ts';
import { readBody, type SeenMessage } from './read-body.ts';

export function inEachMessage(look: (seen: SeenMessage, found: Finding[]) => void): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const seen of view.once(readBody).messages) look(seen, found);
    return found;
  };
}
