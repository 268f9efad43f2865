/**
 * Reports calls without a result and results without a call, paired exactly as the renderer will pair them. Calls and results
 * without an id are skipped: the missing id is already a problem.
 */

import type { Content } from '../canonical/content.ts';
import type { Answer, Call } from '../pairing/occurrence.ts';
import { Pairing } from '../pairing/pairing.ts';
import { type JsonPath, ROOT } from './json-path.ts';
import type { ProblemList } from './problem-list.ts';

export function reportUnpaired(contents: readonly Content[], problems: ProblemList): void {
  const { entries } = Pairing.of(contents);
  const ids = new Set(entries.flatMap(({ calls }) => calls.map(({ rawId }) => rawId)));
  const seen = new Set<string>();
  for (const { calls, answers } of entries) {
    const inOrder = [...calls, ...answers].sort((a, b) => a.at - b.at);
    for (const site of inOrder) {
      if ('answers' in site) reportCall(site, seen, problems);
      else reportAnswer(site, ids, problems);
    }
  }
}

function reportCall(call: Call, seen: Set<string>, problems: ProblemList): void {
  const { id } = call.block;
  if (typeof id !== 'string' || id === '') return;
  if (seen.has(id)) problems.report('duplicate-call-id', inBlock(call, 'id'), id);
  seen.add(id);
  // A result matched by position does not name its call: worth a warning, although it will be rendered with the call.
  if (call.answers.every(({ match }) => match === 'position'))
    problems.report('call-without-result', inBlock(call, 'id'), id);
}

function reportAnswer(answer: Answer, ids: ReadonlySet<string>, problems: ProblemList): void {
  const { callId } = answer.block;
  if (typeof callId !== 'string' || callId === '') return;
  const isStranger = answer.match === 'position' && answer.call?.rawId !== '';
  if (answer.call !== undefined && answer.call.answers[0] === answer && !isStranger) return;
  const code =
    (answer.call !== undefined && !isStranger) || ids.has(callId) ? 'duplicate-result' : 'result-without-call';
  problems.report(code, inBlock(answer, 'callId'), callId);
}

function inBlock({ entry, at }: Call | Answer, field: string): JsonPath {
  const blocks = { parent: { parent: ROOT, key: entry }, key: 'blocks' };
  return { parent: { parent: blocks, key: at }, key: field };
}
