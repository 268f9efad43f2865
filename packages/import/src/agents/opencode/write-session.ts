/** A conversation as `opencode export` writes it and `opencode import` reads it: messages with their parts. */
import {
  type JsonObject,
  type MediaBlock,
  mediaPlaceholder,
  type Seal,
  type ThinkingBlock,
} from '@interlock/transcript';
import { objectAt, objectsOf } from '../../reading/json.ts';
import { toolTables } from '../../tool-names/tool-tables.ts';
import type { AgentWriter, Conversation, WrittenSession } from '../../write/agent-writer.ts';
import { lettersFrom } from '../../write/made-ids.ts';
import {
  type AgentForm,
  type MessageBlock,
  pictureTypes,
  seedOf,
  type WrittenAnswer,
  type WrittenCall,
  type WrittenQuestion,
  writtenSteps,
} from '../../write/written-steps.ts';
import { opencode } from './index.ts';

/** The version of this format. */
const version = '1.18.33';

export const opencodeWriter: AgentWriter = {
  name: opencode.name,
  label: opencode.label,
  write,
  findsInstalledOnly: false,
  pathOf: () => undefined,
  resume: ({ id }, file) => [
    ['opencode', 'import', file],
    ['opencode', '--session', id],
  ],
};

const form: AgentForm = {
  ids: 'openai',
  tools: toolTables[opencode.name] ?? {},
  shows: ({ mimeType, encoding }) =>
    encoding === 'url' ? mimeType.startsWith('image/') : pictureTypes.has(mimeType) || mimeType === 'application/pdf',
  keeps: () => true,
};

function write(conversation: Conversation): WrittenSession {
  const { folder, title = '' } = conversation;
  const { steps, leftOut } = writtenSteps(conversation, form);
  const ids = new Ids(seedOf(conversation), conversation.time);
  const sessionID = ids.session();
  const messages: JsonObject[] = [];
  let parentID = '';
  const add = (info: JsonObject, parts: readonly JsonObject[]): string => {
    const messageID = ids.next('msg');
    const own = (part: JsonObject): JsonObject => ({ id: ids.next('prt'), sessionID, messageID, ...part });
    messages.push({
      info: { id: messageID, sessionID, ...info },
      parts: parts.map((part) => own(withFiles(part, own))),
    });
    return messageID;
  };
  steps.forEach((step, index) => {
    if (step.kind === 'answer') {
      add(answerInfo(step, parentID, folder), answerParts(step));
      return;
    }
    const author = steps.slice(index).find(({ kind }) => kind === 'answer');
    const info = questionInfo(step, author?.kind === 'answer' ? author : undefined);
    if (!step.isSummary) parentID = add(info, step.blocks.map(saidPart));
    else {
      // A summary is an answer to the request for one.
      parentID = add(info, [{ type: 'compaction', auto: false }]);
      const asked = {
        ...answerInfo({ kind: 'answer', blocks: [], provider: '', model: '', time: step.time }, parentID, folder),
        summary: true,
      };
      add(asked, step.blocks.filter(({ type }) => type === 'text').map(saidPart));
    }
  });
  const info = {
    id: sessionID,
    slug: `imported-${sessionID.slice(-6).toLowerCase()}`,
    projectID: 'global',
    directory: folder,
    title: title || 'Interlock session',
    version,
    time: { created: steps[0]?.time ?? conversation.time, updated: conversation.time },
  };
  return {
    id: sessionID,
    folder,
    fileName: `${sessionID}.json`,
    form: 'document',
    records: [{ info, messages }],
    leftOut,
  };
}

/** Files of a result are parts, too. */
function withFiles(part: JsonObject, own: (part: JsonObject) => JsonObject): JsonObject {
  const state = objectAt(part, 'state');
  const files = objectsOf(state?.['attachments']);
  return files.length === 0 ? part : { ...part, state: { ...state, attachments: files.map(own) } };
}

/**
 * Ids sort by time, and only 48 bits of it are kept: all ids of a session are created as of the moment it is written.
 */
class Ids {
  readonly #seed: string;
  readonly #time: number;
  #count = 0;

  constructor(seed: string, time: number) {
    this.#seed = seed;
    this.#time = time;
  }

  next(prefix: 'msg' | 'prt'): string {
    this.#count += 1;
    return `${prefix}_${stamp(BigInt(this.#time) * 4096n + BigInt(this.#count))}${lettersFrom(`${this.#seed} ${this.#count}`, 14)}`;
  }

  /** Session ids are descending, so that the newest comes first. */
  session(): string {
    return `ses_${stamp(~(BigInt(this.#time) * 4096n))}${lettersFrom(this.#seed, 14)}`;
  }
}

function stamp(value: bigint): string {
  return BigInt.asUintN(48, value).toString(16).padStart(12, '0');
}

function questionInfo({ time }: WrittenQuestion, answer: WrittenAnswer | undefined): JsonObject {
  return {
    role: 'user',
    time: { created: time },
    agent: 'build',
    model: modelOf(answer ?? { provider: '', model: '' }),
  };
}

function modelOf({ provider, model }: Pick<WrittenAnswer, 'provider' | 'model'>): {
  readonly providerID: string;
  readonly modelID: string;
} {
  return { providerID: provider || 'unknown', modelID: model || 'unknown' };
}

function answerInfo(answer: WrittenAnswer, parentID: string, folder: string): JsonObject {
  return {
    role: 'assistant',
    time: { created: answer.time, completed: answer.time },
    parentID,
    ...modelOf(answer),
    mode: 'build',
    agent: 'build',
    path: { cwd: folder, root: folder },
    cost: 0,
    tokens: noTokens,
    finish: answer.blocks.some(({ type }) => type === 'call') ? 'tool-calls' : 'stop',
  };
}

const noTokens: JsonObject = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

function answerParts({ blocks, time }: WrittenAnswer): readonly JsonObject[] {
  const finish = blocks.some(({ type }) => type === 'call') ? 'tool-calls' : 'stop';
  return [
    { type: 'step-start' },
    ...blocks.map((block) => answerPart(block, time)),
    { type: 'step-finish', reason: finish, cost: 0, tokens: noTokens },
  ];
}

function answerPart(block: WrittenAnswer['blocks'][number], time: number): JsonObject {
  if (block.type === 'call') return callPart(block, time);
  if (block.type === 'thinking') return reasoningPart(block, time);
  const metadata = block.seal === undefined ? undefined : tokensOf(block.seal);
  return { ...saidPart(block), ...(metadata === undefined ? {} : { metadata }) };
}

function reasoningPart({ thought, seal }: ThinkingBlock, time: number): JsonObject {
  const metadata = seal === undefined ? undefined : tokensOf(seal);
  return {
    type: 'reasoning',
    text: thought,
    ...(metadata === undefined ? {} : { metadata }),
    time: { start: time, end: time },
  };
}

/** The tokens are keyed by the library's provider. */
function tokensOf({ protocol, field, value, item = '' }: Seal): JsonObject | undefined {
  const named = item === '' ? {} : { itemId: item };
  if (field === 'redacted_thinking') return { anthropic: { redactedData: value } };
  if (protocol === 'anthropic-messages') return { anthropic: { signature: value } };
  if (protocol === 'bedrock-converse') return { bedrock: { signature: value } };
  if (protocol === 'gemini') return { google: { thoughtSignature: value } };
  if (field === 'encrypted_content') return { openai: { ...named, reasoningEncryptedContent: value } };
  return protocol === 'openai-responses' && item !== '' ? { openai: named } : undefined;
}

function callPart(call: WrittenCall, start: number): JsonObject {
  const metadata = call.seal === undefined ? undefined : tokensOf(call.seal);
  return {
    type: 'tool',
    callID: call.id,
    tool: call.name,
    state: stateOf(call, { start, end: start }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function stateOf({ name, parameters: input, outcome }: WrittenCall, time: JsonObject): JsonObject {
  if (outcome.kind === 'open') {
    return { status: 'error', input, error: outcome.text, metadata: { interrupted: true }, time };
  }
  const { text, isError, media } = outcome;
  if (isError) {
    // A failed call cannot contain pictures.
    const error = [text, ...media.map(mediaPlaceholder)].join('\n');
    return { status: 'error', input, error, metadata: {}, time };
  }
  const attachments = media.length === 0 ? {} : { attachments: media.map(filePart) };
  return { status: 'completed', input, output: text, title: name, metadata: {}, time, ...attachments };
}

function saidPart(block: MessageBlock): JsonObject {
  return block.type === 'text' ? { type: 'text', text: block.text } : filePart(block);
}

function filePart({ mimeType, data, encoding, filename }: MediaBlock): JsonObject {
  const url = encoding === 'url' ? data : `data:${mimeType};base64,${data}`;
  return { type: 'file', mime: mimeType, url, ...(filename === undefined ? {} : { filename }) };
}
