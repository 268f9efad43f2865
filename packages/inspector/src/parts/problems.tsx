/** Lists the parts of a document that could not be read, and says what could. */
import type { VNode } from 'preact';
import type { DocumentFacts } from '../asking/api.ts';
import { countText, plural, visibleText } from './format.ts';

const mostShown = 20;

export function Problems({ facts }: { readonly facts: DocumentFacts }): VNode | null {
  const { problems, kind, rows } = facts;
  if (problems.length === 0) return null;
  return (
    <section class="problems" aria-label="What could not be read">
      <strong>
        {kind === 'unreadable'
          ? 'This cannot be read as a conversation.'
          : `${plural(problems.length, 'part')} could not be read; ${plural(rows, 'row')} could.`}
      </strong>
      <ul>
        {problems.slice(0, mostShown).map(({ place, message, excerpt }, index) => (
          <li key={index}>
            {place !== '' && <code>{visibleText(place)}</code>} {visibleText(message)}
            {excerpt !== undefined && <div class="code">{visibleText(excerpt)}</div>}
          </li>
        ))}
        {problems.length > mostShown && <li>{`… and ${countText(problems.length - mostShown)} more`}</li>}
      </ul>
    </section>
  );
}
