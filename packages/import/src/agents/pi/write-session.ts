/** A conversation in pi's format: a chain of entries, each answer with its API, provider and model. */
import type { JsonObject, Seal, TextBlock, ThinkingBlock } from '@interlock/transcript';
import { toolTables } from '../../tool-names/tool-tables.ts';
import type { AgentWriter, Conversation, WrittenSession } from '../../write/agent-writer.ts';
import { hexFrom, uuidFrom } from '../../write/made-ids.ts';
import {
  type AgentForm,
  callsOf,
  type MessageBlock,
  pictureTypes,
  seedOf,
  type WrittenAnswer,
  type WrittenCall,
  type WrittenQuestion,
  writtenSteps,
} from '../../write/written-steps.ts';
import { pi } from './index.ts';

export const piWriter: AgentWriter = {
  name: pi.name,
  label: pi.label,
  write,
  findsInstalledOnly: false,
  pathOf: ({ fileName, folder }, machine) => {
    const [place] = pi.places(machine);
    const name = folder.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-');
    return `${place?.folder}/--${name}--/${fileName}`;
  },
  resume: (_, file) => [['pi', '--session', file]],
};

const form: AgentForm = {
  ids: 'openai',
  tools: toolTables[pi.name] ?? {},
  shows: ({ mimeType, encoding }) => encoding === 'base64' && pictureTypes.has(mimeType),
  keeps: () => true,
};

function write(conversation: Conversation): WrittenSession {
  const { folder, title = '' } = conversation;
  const id = uuidFrom(seedOf(conversation));
  const { steps, leftOut } = writtenSteps(conversation, form);
  const started = new Date(steps[0]?.time ?? conversation.time).toISOString();
  const entries: JsonObject[] = [{ type: 'session', version: 3, id, timestamp: started, cwd: folder }];
  const usedIds = new Set<string>();
  let parentId: string | null = null;
  const add = (fields: JsonObject, time: number): void => {
    const own = freeId(`${id} ${entries.length}`, usedIds);
    entries.push({ ...fields, id: own, parentId, timestamp: new Date(time).toISOString() });
    parentId = own;
  };
  for (const step of steps) {
    if (step.kind === 'answer') addAnswer(step, add);
    else addQuestion(step, add);
  }
  if (title !== '') add({ type: 'session_info', name: title }, steps.at(-1)?.time ?? conversation.time);
  const stamp = new Date(conversation.time).toISOString().replaceAll(/[:.]/g, '-');
  return { id, folder, fileName: `${stamp}_${id}.jsonl`, form: 'lines', records: entries, leftOut };
}

type Add = (fields: JsonObject, time: number) => void;

/** Eight digits, as in pi; longer if they are taken. */
function freeId(text: string, usedIds: Set<string>): string {
  const hex = hexFrom(text);
  let length = 8;
  while (usedIds.has(hex.slice(0, length))) length += 1;
  usedIds.add(hex.slice(0, length));
  return hex.slice(0, length);
}

function addQuestion({ blocks, isSummary, time }: WrittenQuestion, add: Add): void {
  if (isSummary) {
    const summary = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    add({ type: 'compaction', summary, firstKeptEntryId: '', tokensBefore: 0 }, time);
    return;
  }
  add({ type: 'message', message: { role: 'user', content: blocks.map(saidBlock), timestamp: time } }, time);
}

/** After a kill an open call has no result: pi itself says that there is none. */
function addAnswer(answer: WrittenAnswer, add: Add): void {
  const calls = callsOf(answer);
  const api = apiOf(answer);
  const ids = new Map(calls.map((call) => [call, wireId(call, api)]));
  const message = {
    role: 'assistant',
    content: answer.blocks.map((block) => answerBlock(block, api, ids)),
    api,
    provider: answer.provider || 'unknown',
    model: answer.model || 'unknown',
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: noCost },
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
    timestamp: answer.time,
  };
  add({ type: 'message', message }, answer.time);
  for (const call of calls) {
    const { outcome, name } = call;
    if (outcome.kind === 'open') continue;
    const { text, media, isError } = outcome;
    const content = [...(text === '' ? [] : [{ type: 'text', text }]), ...media.map(saidBlock)];
    const about = { role: 'toolResult', toolCallId: ids.get(call) ?? call.id, toolName: name };
    add({ type: 'message', message: { ...about, content, isError, timestamp: answer.time } }, answer.time);
  }
}

const noCost: JsonObject = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

/** pi's names of the protocols. */
const apis: ReadonlyMap<string, string> = new Map([
  ['anthropic-messages', 'anthropic-messages'],
  ['openai-responses', 'openai-responses'],
  ['openai-chat', 'openai-completions'],
  ['gemini', 'google-generative-ai'],
  ['bedrock-converse', 'bedrock-converse-stream'],
]);

const usualApis: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'anthropic-messages'],
  ['openai', 'openai-responses'],
  ['google', 'google-generative-ai'],
  ['bedrock', 'bedrock-converse-stream'],
]);

/** The seal of the answer tells; otherwise what its provider usually speaks. */
function apiOf({ blocks, provider }: WrittenAnswer): string {
  const seal = blocks
    .map((block) => ('seal' in block ? block.seal?.protocol : undefined))
    .find((name) => name !== undefined);
  return apis.get(seal ?? '') ?? usualApis.get(provider) ?? 'openai-completions';
}

/** Calls of Responses have two ids. */
function wireId({ id, seal }: WrittenCall, api: string): string {
  return api === 'openai-responses' && seal?.item !== undefined ? `${id}|${seal.item}` : id;
}

function answerBlock(
  block: WrittenAnswer['blocks'][number],
  api: string,
  ids: ReadonlyMap<WrittenCall, string>,
): JsonObject {
  if (block.type === 'thinking') return thinkingBlock(block, api);
  if (block.type === 'text') return textBlock(block, api);
  if (block.type === 'media') return saidBlock(block);
  const call = { type: 'toolCall', id: ids.get(block) ?? block.id, name: block.name, arguments: block.parameters };
  return block.seal?.field === 'thoughtSignature' ? { ...call, thoughtSignature: block.seal.value } : call;
}

function thinkingBlock({ thought, seal }: ThinkingBlock, api: string): JsonObject {
  const isRedacted = seal?.field === 'redacted_thinking';
  const signature =
    seal === undefined || apis.get(seal.protocol ?? '') !== api ? undefined : signatureOf(seal, thought);
  return {
    type: 'thinking',
    thinking: thought,
    ...(signature === undefined ? {} : { thinkingSignature: signature }),
    ...(isRedacted ? { redacted: true } : {}),
  };
}

/** For Responses the whole item, for Chat the name of the field that contained the text. */
function signatureOf({ protocol, field, value, item }: Seal, thought: string): string | undefined {
  if (protocol === 'openai-chat') return field;
  if (protocol !== 'openai-responses') return value;
  const summary = thought === '' ? [] : [{ type: 'summary_text', text: thought }];
  return JSON.stringify({ type: 'reasoning', id: item ?? '', summary, encrypted_content: value });
}

function textBlock({ text, seal }: TextBlock, api: string): JsonObject {
  if (seal?.field === 'thoughtSignature' && api === 'google-generative-ai')
    return { type: 'text', text, textSignature: seal.value };
  if (seal?.item === undefined || api !== 'openai-responses') return { type: 'text', text };
  const textSignature = seal.value === '' ? seal.item : JSON.stringify({ v: 1, id: seal.item, phase: seal.value });
  return { type: 'text', text, textSignature };
}

function saidBlock(block: MessageBlock): JsonObject {
  if (block.type === 'text') return { type: 'text', text: block.text };
  return { type: 'image', data: block.data, mimeType: block.mimeType };
}
