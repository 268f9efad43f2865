/** Which results a provider was shown, by the marks in them. */
import type { LoggedRequest, Seen } from '@interlock/simulators';
import { type Content, providerName } from '@interlock/transcript';
import type { Station } from './stations.ts';

const mark = /\[\[result \d+\]\]/g;

/** How often each mark occurs in what the model saw; results sent as text count too. */
export function marksSeen({ turns }: Seen): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { role, text, results } of turns) {
    const shown = [...results.map((result) => result.text), role === 'user' ? text : ''];
    for (const found of shown.flatMap((words) => words.match(mark) ?? []))
      counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

/** Every mark in tool results and user texts, once each. What the model says about them does not count. */
export function marksOf(history: readonly Content[]): readonly string[] {
  const told = history.flatMap(({ speaker, blocks }) =>
    blocks.filter(({ type }) => type === 'tool_response' || (type === 'text' && speaker !== 'ai')),
  );
  return [...new Set(JSON.stringify(told).match(mark) ?? [])];
}

/** What was wrong with a request, if anything: refused, or accepted with something lost. */
export function complaint({ verdict, rules, warnings, message }: LoggedRequest): string | undefined {
  if (verdict === 'accepted' && warnings.length === 0) return undefined;
  return `${verdict} ${[...rules, ...warnings].join(' ')} ${message ?? ''}`;
}

const anyMark = /\[\[(?:said|result) \d+\]\]/g;

/** Marks that the model was not shown as often as they occur in the history. */
export function lostMarks({ seen }: LoggedRequest, history: readonly Content[]): string | undefined {
  const bare = JSON.stringify(history, (key, value) => (key === 'seal' ? undefined : value));
  const shown = JSON.stringify(seen ?? null);
  const lost = [...new Set(bare.match(anyMark) ?? [])].filter(
    (word) => bare.split(word).length !== shown.split(word).length,
  );
  return lost.length === 0 ? undefined : `not shown once: ${lost.join(' ')}`;
}

/** Thoughts of other models that a model was shown as its own. Very short thoughts are skipped: they would be found in any text. */
export function strangeThoughts({ turns }: Seen, history: readonly Content[], { target }: Station): readonly string[] {
  const shown = turns.map(({ thinking }) => thinking).join('\n');
  if (shown === '') return [];
  const foreign = history.filter(({ metadata = {} }) => {
    const { provider, model } = metadata;
    if (provider === undefined || providerName(provider) !== target.provider) return true;
    return model !== undefined && model !== target.model;
  });
  const own = history.filter((content) => !foreign.includes(content));
  const thoughtsOf = (contents: readonly Content[]): readonly string[] =>
    contents.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'thinking' && block.thought.length > 10 ? [block.thought] : [])),
    );
  const mine = new Set(thoughtsOf(own));
  return thoughtsOf(foreign).filter((thought) => !mine.has(thought) && shown.includes(thought));
}
