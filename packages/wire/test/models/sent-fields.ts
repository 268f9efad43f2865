/** What a request to one model contains, read from its body: facts about models are tested by their effect. */
import type { Content } from '@interlock/transcript';
import { prepareRequest, resolveTarget, type Settings, type Target, type Tool } from '../../src/index.ts';
import { readBody } from '../oracle/read-body.ts';
import { placesOf } from '../targets.ts';

const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] };
const answer: Content = { speaker: 'ai', blocks: [{ type: 'text', text: 'I begin:' }] };
const notice: Content = { speaker: 'system', blocks: [{ type: 'text', text: 'NOTICE' }] };
const look: readonly Tool[] = [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }];
const media = { png: 'aW1hZ2U=', pdf: 'JVBERi0=' } as const;
const files: Content['blocks'] = [
  { type: 'media', mimeType: 'image/png', data: media.png, encoding: 'base64' },
  { type: 'media', mimeType: 'application/pdf', data: media.pdf, encoding: 'base64', filename: 'a.pdf' },
];
const call: Content = { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'toolu_01', name: 'look', parameters: {} }] };
const result: Content = {
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: 'toolu_01', toolName: 'look', result: 'seen' }],
};

/** `provider model [protocol]` */
export function targetOf(name: string): Target {
  const [provider = '', model = '', protocol] = name.split(' ');
  return {
    provider,
    model,
    ...placesOf(provider),
    ...(protocol === undefined ? {} : { protocol }),
    ...(provider === 'openai-compatible' ? { endpoint: 'http://127.0.0.1:8000/v1' } : {}),
  } as Target;
}

interface Asked {
  readonly contents?: readonly Content[];
  readonly settings?: Settings;
  readonly tools?: readonly Tool[];
}

function bodyFor(name: string, { contents = [question], settings = {}, tools = [] }: Asked): Record<string, unknown> {
  return prepareRequest({ contents, tools, settings, target: targetOf(name), policy: { onFault: 'throw' } }).body;
}

/** The token limit that is sent when far too many are requested, with the name of its field. */
export function outputLimit(name: string): string {
  const body = bodyFor(name, { settings: { maxOutputTokens: 10_000_000 } });
  const found = findFields(body, [
    'max_tokens',
    'max_completion_tokens',
    'max_output_tokens',
    'maxOutputTokens',
    'num_predict',
    'maxTokens',
  ]);
  return found.map(([field, value]) => `${field} ${String(value)}`).join(', ') || 'nothing';
}

/** Which of temperature and top_p are sent if both are set. */
export function samplingSent(name: string): string {
  const body = bodyFor(name, { settings: { temperature: 0.5, topP: 0.5 } });
  return (
    findFields(body, ['temperature', 'top_p', 'topP'])
      .map(([field]) => field)
      .join(' and ') || 'neither'
  );
}

/** How a request asks for high effort, and for no thinking at all. */
export function thinkingAsked(name: string, reasoning: 'high' | 'off'): unknown {
  const body = bodyFor(name, { settings: { reasoning } });
  const fields = [
    'thinking',
    'output_config',
    'reasoning',
    'reasoning_effort',
    'thinkingConfig',
    'enable_thinking',
    'think',
  ];
  return Object.fromEntries(findFields(body, fields));
}

/** Whether a call can be forced. */
export function forcedCall(name: string): string {
  const body = bodyFor(name, { settings: { toolChoice: 'required' }, tools: look });
  const [found] = findFields(body, ['tool_choice', 'functionCallingConfig', 'toolChoice']);
  return found === undefined ? 'left out' : 'sent';
}

/** How a request ends if the history ends with the model. */
export function lastSpeaker(name: string): string {
  const { items } = itemsFor(name, { contents: [question, answer] });
  const last = items.at(-1);
  return last?.kind === 'said' ? last.role : 'nobody';
}

/** How a system message after the first answer is sent. */
export function laterSystem(name: string): string {
  const { items } = itemsFor(name, { contents: [question, answer, question, notice] });
  return items.flatMap((item) => (item.kind === 'said' && item.text.includes('NOTICE') ? [item.role] : [])).join();
}

/** How an Anthropic id is written in calls, with `…` for the variable part; or that calls are described in text. */
export function callIds(name: string): string {
  const { items } = itemsFor(name, { contents: [question, call, result], tools: look });
  const ids = items.flatMap((item) => (item.kind === 'call' ? [item.id] : []));
  return ids
    .map((id) => id.replace(/^(call_|toolu_|functions\.look:|)(.+)$/, (_, start, rest) => `${start}…${rest.length}`))
    .join();
}

/** Which files of the user, and in results, are sent as files. */
export function filesSent(name: string): string {
  const user = filesIn(bodyFor(name, { contents: [{ ...question, blocks: [...question.blocks, ...files] }] }));
  const answered = { ...result, blocks: [...result.blocks, ...files] };
  const results = filesIn(bodyFor(name, { contents: [question, call, answered], tools: look }));
  return `${user} from the user, ${results} from tools`;
}

function filesIn(body: Record<string, unknown>): string {
  const text = JSON.stringify(body);
  const found = Object.entries(media).flatMap(([kind, data]) => (text.includes(data) ? [kind] : []));
  return found.join(' and ') || 'nothing';
}

function itemsFor(name: string, asked: Asked): { readonly items: ReturnType<typeof readBody> } {
  return { items: readBody(resolveTarget(targetOf(name)).protocol, bodyFor(name, asked)) };
}

/** All fields of these names, wherever they are outside the messages and tools. */
function findFields(value: unknown, names: readonly string[]): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (['messages', 'contents', 'input', 'tools'].includes(key)) return [];
    return names.includes(key) ? [[key, inner] as const] : findFields(inner, names);
  });
}
