/** Rules for tools that the provider runs itself, in the history. */
import { asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { inEach, messageAt, pathOf, readBody, type SeenMessage } from './read-body.ts';

export const serverToolRules: readonly Rule[] = [
  {
    id: 'ANT-007',
    level: 'error',
    scope: 'message',
    text: 'The id of a `server_tool_use` starts with `srvtoolu_`.',
    fix: "Render the call as text: it was not Anthropic's own.",
    find: inEach('server_tool_use', (block) =>
      !/^srvtoolu_[a-zA-Z0-9_]+$/.test(asText(block['id']))
        ? 'The id does not look like that of a server tool.'
        : undefined,
    ),
  },
  {
    id: 'ANT-008',
    level: 'error',
    scope: 'message',
    text: 'The result of a server tool comes after its call, in the same message or, if client tools ran meanwhile, in a later one of the turn.',
    fix: 'Keep call and result together, or omit both.',
    find: findUncalled,
  },
  {
    id: 'ANT-009',
    level: 'error',
    scope: 'request',
    text: 'A server tool without a result is only allowed in a turn that is still running.',
    fix: 'Omit the call.',
    find: findAbandoned,
  },
];

export function isServerCall(type: string): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

export function isServerResult(type: string): boolean {
  return /^[a-z_]+_tool_result$/.test(type);
}

/** Most histories have none, and need no second pass. */
function hasServerTools(view: BodyView): boolean {
  for (const type of view.once(readBody).byType.keys()) if (isServerCall(type) || isServerResult(type)) return true;
  return false;
}

function findUncalled(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  if (!view.once(hasServerTools)) return found;
  for (const message of view.once(readBody).messages) {
    const { blocks } = message;
    const called = callsBefore(view, message);
    for (const placed of blocks) {
      const { block, type } = placed;
      if (isServerCall(type)) called.add(asText(block['id']));
      const id = asText(block['tool_use_id']);
      if (isServerResult(type) && !called.has(id)) {
        found.push({ path: pathOf(placed), message: `No such call before it: ${id}` });
      }
    }
  }
  return found;
}

/** The calls in the model's earlier messages of the turn: such a call is completed later. */
function callsBefore(view: BodyView, { role, at }: SeenMessage): Set<string> {
  const called = new Set<string>();
  if (role !== 'assistant') return called;
  for (let from = at; isOnlyResults(messageAt(view, from - 1)); from -= 2) {
    for (const { block, type } of messageAt(view, from - 2)?.blocks ?? []) {
      if (isServerCall(type)) called.add(asText(block['id']));
    }
  }
  return called;
}

/** A turn continues as long as only results of client tools follow the model's messages; at the end of the list it is still running. */
function findAbandoned(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  if (!view.once(hasServerTools)) return found;
  for (const placed of view.once(readBody).messages) findUnpaired(view, placed, found);
  return found;
}

function findUnpaired(view: BodyView, { blocks, at, role }: SeenMessage, found: Finding[]): void {
  if (!blocks.some(({ type }) => isServerCall(type))) return;
  const answered = new Set<string>();
  let last = at;
  note(blocks, answered);
  if (role === 'assistant') {
    while (isOnlyResults(messageAt(view, last + 1))) {
      note(messageAt(view, last + 2)?.blocks ?? [], answered);
      last += 2;
    }
  }
  if (last >= view.list.length - 1) return;
  for (const placed of blocks) {
    const id = asText(placed.block['id']);
    if (!isServerCall(placed.type) || answered.has(id)) continue;
    found.push({ path: pathOf(placed), message: `The call has no result: ${id}` });
  }
}

function note(blocks: SeenMessage['blocks'], answered: Set<string>): void {
  for (const { block, type } of blocks) if (isServerResult(type)) answered.add(asText(block['tool_use_id']));
}

function isOnlyResults(placed: SeenMessage | undefined): boolean {
  const { blocks, results } = placed ?? { blocks: [], results: [] };
  return blocks.length > 0 && results.length === blocks.length;
}
