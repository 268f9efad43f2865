/** A conversation in Claude Code's format: a chain of records, one per block of an answer, one per result. */
import type { JsonObject, MediaBlock, ThinkingBlock } from '@interlock/transcript';
import { toolTables } from '../../tool-names/tool-tables.ts';
import type { AgentWriter, Conversation, WrittenSession } from '../../write/agent-writer.ts';
import { lettersFrom, uuidFrom } from '../../write/made-ids.ts';
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
import { claudeCode } from './index.ts';

/** The version of this format. */
const version = '2.1.325';

export const claudeCodeWriter: AgentWriter = {
  name: claudeCode.name,
  label: claudeCode.label,
  write,
  findsInstalledOnly: true,
  pathOf: ({ id, folder }, machine) => {
    const [place] = claudeCode.places(machine);
    return `${place?.folder}/${folder.replaceAll(/[^A-Za-z0-9]/g, '-')}/${id}.jsonl`;
  },
  resume: ({ id }) => [['claude', '--resume', id]],
};

/** Claude's thinking is accepted where it was signed, and each cloud has its own ids for answers. */
const messageIds: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'msg_01'],
  ['bedrock', 'msg_bdrk_01'],
  ['vertex', 'msg_vrtx_01'],
]);

const form: AgentForm = {
  ids: 'anthropic',
  tools: toolTables[claudeCode.name] ?? {},
  shows: ({ mimeType, encoding }) =>
    encoding === 'url' ? mimeType.startsWith('image/') : pictureTypes.has(mimeType) || mimeType === 'application/pdf',
  keeps: ({ seal }) =>
    seal !== undefined && seal.protocol === 'anthropic-messages' && seal.value !== '' && messageIds.has(seal.provider),
};

function write(conversation: Conversation): WrittenSession {
  const seed = seedOf(conversation);
  const sessionId = uuidFrom(seed);
  const { steps, leftOut } = writtenSteps(conversation, form);
  const records: JsonObject[] = [];
  let parentUuid: string | null = null;
  const add = (fields: JsonObject, time: number): void => {
    const uuid = uuidFrom(`${sessionId} ${records.length}`);
    records.push({
      parentUuid,
      isSidechain: false,
      ...fields,
      uuid,
      timestamp: new Date(time).toISOString(),
      userType: 'external',
      cwd: conversation.folder,
      sessionId,
      version,
      gitBranch: '',
    });
    parentUuid = uuid;
  };
  for (const step of steps) {
    if (step.kind === 'answer') addAnswer(step, lettersFrom(`${seed} ${records.length}`, 22), add);
    else addQuestion(step, add);
  }
  const title = conversation.title ?? '';
  if (title !== '') records.push({ type: 'custom-title', customTitle: title, sessionId });
  return {
    id: sessionId,
    folder: conversation.folder,
    fileName: `${sessionId}.jsonl`,
    form: 'lines',
    records,
    leftOut,
  };
}

type Add = (fields: JsonObject, time: number) => void;

function addQuestion({ blocks, isSummary, time }: WrittenQuestion, add: Add): void {
  if (isSummary) {
    const compactMetadata = { trigger: 'manual', preTokens: 0 };
    const about = { subtype: 'compact_boundary', content: 'Conversation compacted', level: 'info', isMeta: false };
    add({ type: 'system', ...about, logicalParentUuid: null, compactMetadata }, time);
  }
  const [first] = blocks;
  const content = blocks.length === 1 && first?.type === 'text' ? first.text : blocks.map(saidBlock);
  add({ type: 'user', message: { role: 'user', content }, ...(isSummary ? { isCompactSummary: true } : {}) }, time);
}

/** Writes a record for each block, all with the id of the answer, and then a record for each result. */
function addAnswer(answer: WrittenAnswer, letters: string, add: Add): void {
  const calls = callsOf(answer);
  const { model, provider, time, blocks } = answer;
  const sealed = blocks.find((block) => block.type === 'thinking')?.seal?.provider;
  const message = {
    id: `${messageIds.get(sealed ?? provider) ?? 'msg_01'}${letters}`,
    type: 'message',
    role: 'assistant',
    model: model || 'unknown',
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
  };
  for (const block of blocks) add({ type: 'assistant', message: { ...message, content: [answerBlock(block)] } }, time);
  for (const call of calls) add({ type: 'user', message: { role: 'user', content: [resultBlock(call)] } }, time);
}

function answerBlock(block: WrittenAnswer['blocks'][number]): JsonObject {
  if (block.type === 'thinking') return thinkingBlock(block);
  if (block.type === 'call') return { type: 'tool_use', id: block.id, name: block.name, input: block.parameters };
  return saidBlock(block);
}

function thinkingBlock({ thought, seal }: ThinkingBlock): JsonObject {
  const value = seal?.value ?? '';
  if (seal?.field === 'redacted_thinking') return { type: 'redacted_thinking', data: value };
  return { type: 'thinking', thinking: thought, signature: value };
}

function saidBlock(block: MessageBlock): JsonObject {
  return block.type === 'text' ? { type: 'text', text: block.text } : mediaBlock(block);
}

function mediaBlock({ mimeType, data, encoding, filename }: MediaBlock): JsonObject {
  const source = encoding === 'url' ? { type: 'url', url: data } : { type: 'base64', media_type: mimeType, data };
  if (mimeType !== 'application/pdf') return { type: 'image', source };
  return { type: 'document', source, ...(filename === undefined ? {} : { title: filename }) };
}

/** Claude Code closes the calls of a killed session with a sentence that begins like this one. */
function resultBlock({ id, outcome }: WrittenCall): JsonObject {
  const about = { tool_use_id: id, type: 'tool_result' };
  if (outcome.kind === 'open') return { ...about, content: `[Tool call interrupted: ${outcome.text}]`, is_error: true };
  const { text, isError, media } = outcome;
  const failed = isError ? { is_error: true } : {};
  if (media.length === 0) return { ...about, content: text, ...failed };
  const textPart = text === '' ? [] : [{ type: 'text', text }];
  return { ...about, content: [...textPart, ...media.map(mediaBlock)], ...failed };
}
