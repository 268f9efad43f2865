/** Continue: one JSON document per session in `~/.continue/sessions`. Results are next to their calls. Seen: 1.5.47 of its program. */
import type { Block, Content, JsonObject, SyntheticReason } from '@interlock/transcript';
import type { AgentReader, AgentRecords, Machine } from '../../reading/agent-reader.ts';
import { authorOf, contentOf, mediaAt, resultBlock, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { objectAt, objectsOf, parseJson, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { usageFrom } from '../../reading/usage-from.ts';

export const continueDev: AgentReader = {
  name: 'continue',
  label: 'Continue',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['CONTINUE_GLOBAL_DIR'] || `${home}/.continue`}/sessions`,
      files: /^(?!sessions\.json$)[^/]+\.json$/,
      form: 'document',
    },
  ],
  recognises: ([first]) => typeof first?.['sessionId'] === 'string' && Array.isArray(first['history']),
  read,
};

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const document = source.records[0]?.value ?? {};
  const items = objectsOf(document['history']);
  const log = new SessionLog(source);
  const reasons = new Map<string, SyntheticReason>();
  const answered = new Set<string>();
  let thoughts: readonly JsonObject[] = [];
  items.forEach((item, index) => {
    const where = { record: { at: 1 }, path: `history.${index}` };
    const message = objectAt(item, 'message') ?? {};
    const role = textOf(message['role']);
    if (role === 'thinking') thoughts = [...thoughts, message];
    else if (role === 'user') log.add(userContents(item, message), where);
    else if (role === 'assistant') {
      log.add(answerContents(message, thoughts), { ...where, usage: usageOf(objectAt(message, 'usage') ?? {}) });
      log.add(stateResults(item, answered, reasons), where);
      thoughts = [];
    } else if (role === 'tool') log.add(toolResult(message, answered), where);
    else if (role === 'system') notes.leaveOut('prompts of the program');
    else notes.unknown(`role ${JSON.stringify(role)}`, log.placeOf(where));
    const summary = textOf(item['conversationSummary']);
    if (summary !== '') log.compact(contentOf('human', textBlocks(summary), {}), where);
  });
  const title = textOf(document['title']);
  const first = log.entries.find((entry) => entry.kind === 'content');
  return finishSession({
    agent: continueDev.name,
    id: textOf(document['sessionId']) || source.name.replace(/\.json$/, ''),
    ...defined({
      title:
        titleFrom(title === 'Untitled Session' ? '' : title) ??
        titleFrom(first === undefined ? '' : wordsOf([first.content])),
      folder: textOf(document['workspaceDirectory']).replace(/^file:\/\//, '') || undefined,
    }),
    log: log.entries,
    reasons,
    branches: [],
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

function spokenBlocks(content: JsonObject[string] | undefined): readonly Block[] {
  if (typeof content === 'string') return textBlocks(content);
  return objectsOf(content).flatMap((part): readonly Block[] => {
    const media = mediaAt(textOf(objectAt(part, 'imageUrl')?.['url']));
    return media === undefined ? textBlocks(textOf(part['text'])) : [media];
  });
}

/** Files and other things the user attached come before the question, as they are sent. */
function userContents(item: JsonObject, message: JsonObject): readonly Content[] {
  const attached = objectsOf(item['contextItems']).flatMap(({ name, content }) =>
    textBlocks(textOf(content) === '' ? '' : `${textOf(name)}\n${textOf(content)}`.trim()),
  );
  return contentOf('human', [...attached, ...spokenBlocks(message['content'])], {});
}

function answerContents(message: JsonObject, thoughts: readonly JsonObject[]): readonly Content[] {
  const origin = originOf(textOf(objectAt(message, 'usage')?.['model']));
  const thinking = thoughts.map(({ content, signature, redactedThinking }): Block => {
    const redacted = textOf(redactedThinking);
    const token =
      redacted === ''
        ? { field: 'signature', value: textOf(signature) }
        : { field: 'redacted_thinking', value: redacted };
    return {
      type: 'thinking',
      thought: textOf(content),
      ...sealed({ protocol: 'anthropic-messages', ...token }, origin),
    };
  });
  const calls = objectsOf(message['toolCalls']).map((call): Block => {
    const made = objectAt(call, 'function') ?? {};
    const text = textOf(made['arguments']);
    return {
      type: 'tool_call',
      id: textOf(call['id']),
      name: textOf(made['name']),
      parameters: text === '' ? {} : (parseJson(text) ?? text),
    };
  });
  return contentOf('ai', [...thinking, ...spokenBlocks(message['content']), ...calls], authorOf(origin, undefined));
}

function stateResults(
  item: JsonObject,
  answered: Set<string>,
  reasons: Map<string, SyntheticReason>,
): readonly Content[] {
  const blocks = objectsOf(item['toolCallStates']).flatMap((state): readonly Block[] => {
    const callId = textOf(state['toolCallId']);
    const status = textOf(state['status']);
    const output = objectsOf(state['output']);
    if (status === 'canceled' || status === 'cancelled') reasons.set(callId, 'cancelled');
    if ((status !== 'done' && output.length === 0) || answered.has(callId)) return [];
    answered.add(callId);
    const text = output.map(({ content }) => textOf(content)).join('\n');
    const toolName = textOf(objectAt(state, 'toolCall', 'function')?.['name']);
    return [resultBlock({ callId, toolName, text, failed: status === 'errored' })];
  });
  return contentOf('tool', blocks, {});
}

/** The same result again, or the only one. */
function toolResult(message: JsonObject, answered: Set<string>): readonly Content[] {
  const callId = textOf(message['toolCallId']);
  if (answered.has(callId)) return [];
  answered.add(callId);
  const text = spokenBlocks(message['content'])
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
  return contentOf('tool', [resultBlock({ callId, toolName: '', text, failed: false })], {});
}

function usageOf(usage: JsonObject): ReturnType<typeof usageFrom> {
  const details = objectAt(usage, 'prompt_tokens_details') ?? {};
  return usageFrom({
    input: usage['prompt_tokens'],
    output: usage['completion_tokens'],
    cacheRead: details['cache_read_tokens'] ?? details['cached_tokens'],
    cacheWrite: details['cache_write_tokens'],
  });
}
