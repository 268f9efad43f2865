/** The provider's own tools in the history: their calls and results stay together, and some must be declared. */
import type { Violation } from '../../api/api.ts';
import { textOf } from '../../api/json.ts';
import { type Draft, type DraftMessage, isServerCall, isServerResult } from '../draft.ts';
import { breach } from '../errors.ts';

export function* checkServerTools(draft: Draft): Iterable<Violation> {
  for (const entry of draft.entries) {
    yield* checkResultsFollow(draft, entry);
    yield* checkAnswered(draft, entry);
  }
  yield* checkAdvisor(draft);
}

/**
 * A turn of the model goes on while it gets only results of client tools. "A server tool call still missing its result block completes in a
 * later response" (Anthropic, Handling stop reasons: `tool_use`); so does code that calls client tools (programmatic tool calling).
 */
function turnStart(entries: readonly DraftMessage[], index: number): number {
  const user = entries.slice(0, index).findLastIndex((entry) => entry.role !== 'assistant' && !isToolResults(entry));
  return user + 1;
}

function isToolResults({ role, blocks }: DraftMessage): boolean {
  return role === 'user' && blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result');
}

/** ANT-008: the call is in the same message, or in one that is separated from it by results. */
function* checkResultsFollow({ entries }: Draft, { blocks, index }: DraftMessage): Iterable<Violation> {
  const earlier = entries.slice(turnStart(entries, index), index);
  const isApart = earlier.length > 0 && earlier.at(-1)?.role === 'user';
  const called = new Set(
    (isApart ? earlier : []).flatMap((entry) =>
      entry.blocks.filter(isServerCall).map(({ fields }) => textOf(fields['id'])),
    ),
  );
  for (const block of blocks) {
    if (isServerCall(block)) called.add(textOf(block.fields['id']));
    if (!isServerResult(block)) continue;
    const { type, path, fields } = block;
    const id = textOf(fields['tool_use_id']);
    if (called.has(id)) continue;
    const call = type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use';
    const message = `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. Each \`${type}\` block must have a corresponding \`${call}\` block before it.`;
    yield breach('ANT-008', path, message);
  }
}

/** ANT-009: a call without a result may still be running, as long as the turn is. */
function* checkAnswered({ claude, entries }: Draft, { index, blocks }: DraftMessage): Iterable<Violation> {
  const later = entries.slice(index + 1);
  const end = later.findIndex((entry) => entry.role !== 'assistant' && !isToolResults(entry));
  const turn = end === -1 ? later : later.slice(0, end);
  const results = [...blocks, ...turn.flatMap((entry) => entry.blocks)].filter(isServerResult);
  const answered = new Set(results.map(({ fields }) => textOf(fields['tool_use_id'])));
  const inFlight = end === -1 && later[0]?.role !== 'assistant';
  for (const block of blocks.filter(isServerCall)) {
    const { type, path, fields } = block;
    const id = textOf(fields['id']);
    const searching = claude.home === 'bedrock' && textOf(fields['name']).startsWith('tool_search_tool');
    if (answered.has(id) || (inFlight && !searching)) continue;
    const message = `${path}: \`${type}\` ids were found without a result block in the same message: ${id}.`;
    yield breach('ANT-009', path, message);
  }
}

function* checkAdvisor({ tools, entries }: Draft): Iterable<Violation> {
  if (tools.some((tool) => textOf(tool['type']).startsWith('advisor_'))) return;
  const used = entries
    .flatMap(({ blocks }) => blocks)
    .find(
      ({ type, fields }) =>
        type === 'advisor_tool_result' || (type === 'server_tool_use' && fields['name'] === 'advisor'),
    );
  if (!used) return;
  const message = `${used.path}: \`${used.type}\` blocks of the advisor require the advisor tool in \`tools\``;
  yield breach('ANT-010', used.path, message);
}
