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
  const turns = new Map<number, Set<string>>();
  for (const message of view.once(readBody).messages) {
    const called = callsBefore(view, message, turns);
    if (message.role === 'assistant') turns.set(message.at, called);
    for (const placed of message.blocks) {
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

/** The calls in the model's earlier messages of the turn: such a call is completed later. `turns`: the same, with its own, for each that was checked. */
function callsBefore(view: BodyView, { role, at }: SeenMessage, turns: ReadonlyMap<number, Set<string>>): Set<string> {
  const called = new Set<string>();
  if (role !== 'assistant') return called;
  for (let from = at; isOnlyResults(messageAt(view, from - 1)); from -= 2) {
    const known = turns.get(from - 2);
    // No other message continues this one.
    if (known !== undefined) return called.size === 0 ? known : new Set([...known, ...called]);
    for (const { block, type } of messageAt(view, from - 2)?.blocks ?? []) {
      if (isServerCall(type)) called.add(asText(block['id']));
    }
  }
  return called;
}

/** What follows a message in its turn, which continues as long as only results of client tools follow the model's messages. */
interface Rest {
  /** The calls that have a result, from this message on. */
  readonly answered: Set<string>;
  /** The position of the last message. At the end of the list, the turn is still running. */
  readonly last: number;
}

function findAbandoned(view: BodyView): readonly Finding[] {
  if (!view.once(hasServerTools)) return [];
  const rests = new Map<number, Rest>();
  const found = view
    .once(readBody)
    .messages.toReversed()
    .map((placed) => {
      const rest = restFrom(placed, rests);
      rests.set(placed.at, rest);
      const { answered, last } = placed.role === 'assistant' ? rest : restFrom({ ...placed, next: undefined }, rests);
      return last < view.list.length - 1 ? findUnpaired(placed, answered) : [];
    });
  return found.toReversed().flat();
}

function restFrom({ blocks, at, next }: SeenMessage, rests: ReadonlyMap<number, Rest>): Rest {
  const continues = isOnlyResults(next);
  const end = continues ? at + 2 : at;
  // The set is only extended here: no other message is continued by that one.
  const { answered, last } = (continues ? rests.get(end) : undefined) ?? { answered: new Set<string>(), last: end };
  for (const { block, type } of blocks) if (isServerResult(type)) answered.add(asText(block['tool_use_id']));
  return { answered, last };
}

function findUnpaired({ blocks }: SeenMessage, answered: ReadonlySet<string>): readonly Finding[] {
  const open = blocks.filter(({ type, block }) => isServerCall(type) && !answered.has(asText(block['id'])));
  return open.map((placed) => ({
    path: pathOf(placed),
    message: `The call has no result: ${asText(placed.block['id'])}`,
  }));
}

function isOnlyResults(placed: SeenMessage | undefined): boolean {
  const { blocks, results } = placed ?? { blocks: [], results: [] };
  return blocks.length > 0 && results.length === blocks.length;
}
