/** Tools that the provider runs itself, in the history. */
import { asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { blocksOf, eachBlock, messageAt, messagesOf, type PlacedMessage } from './rule-view.ts';

export const serverToolRules: readonly Rule[] = [
  {
    id: 'ANT-007',
    level: 'error',
    scope: 'message',
    text: 'The id of a `server_tool_use` starts with `srvtoolu_`.',
    fix: "Tell the call as text: it was not Anthropic's own.",
    find: eachBlock((block, type) =>
      type === 'server_tool_use' && !/^srvtoolu_[a-zA-Z0-9_]+$/.test(asText(block['id']))
        ? 'The id does not look like one of a server tool.'
        : undefined,
    ),
  },
  {
    id: 'ANT-008',
    level: 'error',
    scope: 'message',
    text: 'The result of a server tool stands behind its call, in the same message.',
    fix: 'Keep call and result together, or leave out both.',
    find: findUncalled,
  },
  {
    id: 'ANT-009',
    level: 'error',
    scope: 'request',
    text: 'A server tool without a result may only stand in a turn that is still going on.',
    fix: 'Leave out the call.',
    find: findAbandoned,
  },
];

const serverCalls: readonly string[] = ['server_tool_use', 'mcp_tool_use'];
const serverResult: RegExp = /^[a-z_]+_tool_result$/;

function findUncalled(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const placed of messagesOf(view)) {
    const called = new Set<string>();
    for (const { block, type, path } of blocksOf(placed)) {
      if (serverCalls.includes(type)) called.add(asText(block['id']));
      const id = asText(block['tool_use_id']);
      if (serverResult.test(type) && !called.has(id)) found.push({ path, message: `No such call before it: ${id}` });
    }
  }
  return found;
}

/** As long as there are only results up to the end, the turn is going on, and the model's message before them may wait. */
function findAbandoned(view: BodyView): readonly Finding[] {
  let at = view.list.length - 1;
  while (at >= 0 && isOnlyResults(messageAt(view, at))) at -= 1;
  return [...messagesOf(view)].filter((placed) => placed.at < at).flatMap(unpaired);
}

function unpaired(placed: PlacedMessage): readonly Finding[] {
  const blocks = blocksOf(placed);
  const answered = new Set(
    blocks.filter(({ type }) => serverResult.test(type)).map(({ block }) => asText(block['tool_use_id'])),
  );
  return blocks
    .filter(({ block, type }) => serverCalls.includes(type) && !answered.has(asText(block['id'])))
    .map(({ block, path }) => ({ path, message: `The call has no result: ${asText(block['id'])}` }));
}

function isOnlyResults(placed: PlacedMessage | undefined): boolean {
  const blocks = placed?.role === 'user' ? blocksOf(placed) : [];
  return blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result');
}
