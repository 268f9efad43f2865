/** A message with its parts as contents: what the user said, or the steps of an answer with the results of their calls. */
import type { Block, Content, JsonObject, Origin, SyntheticReason } from '@interlock/transcript';
import { authorOf, contentOf, mediaAt } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { isObject, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';
import type { OpencodeMessage } from './opencode-session.ts';

export interface MessageScene {
  readonly notes: Notes;
  readonly place: string;
  readonly reasons: Map<string, SyntheticReason>;
}

export function messageContents(message: OpencodeMessage, scene: MessageScene): readonly Content[] {
  return message.info['role'] === 'assistant' ? answerContents(message, scene) : userContents(message, scene);
}

function timestampOf({ info }: OpencodeMessage): { readonly timestamp?: number } {
  return defined({ timestamp: timeOf(objectAt(info['time'])?.['created']) });
}

/** A file that the user named was read by the program; its text is next to it and was not typed by the user. */
function userContents(message: OpencodeMessage, { notes, place }: MessageScene): readonly Content[] {
  const hasFiles = message.parts.some(({ type, url }) => type === 'file' && textOf(url).startsWith('file:'));
  const blocks = message.parts.flatMap((part): readonly Block[] => {
    const text = textOf(part['text']);
    switch (textOf(part['type'])) {
      case 'text':
        if (part['ignored'] === true || (part['synthetic'] === true && !(hasFiles && !/^\s*</.test(text)))) {
          notes.leaveOut('notes of the program');
          return [];
        }
        return text === '' ? [] : [{ type: 'text', text }];
      case 'file':
        return fileBlock(part, notes);
      case 'subtask':
        return textOf(part['prompt']) === '' ? [] : [{ type: 'text', text: textOf(part['prompt']) }];
      case 'compaction':
      case 'agent':
      case 'snapshot':
      case 'patch':
        return [];
      default:
        notes.unknown(`part ${JSON.stringify(textOf(part['type']))}`, place);
        return [];
    }
  });
  return contentOf('human', blocks, timestampOf(message));
}

function fileBlock(part: JsonObject, notes: Notes): readonly Block[] {
  const mime = textOf(part['mime']);
  const media = mediaAt(textOf(part['url']), mime || 'application/octet-stream');
  if (media !== undefined) return [{ ...media, ...defined({ filename: textOf(part['filename']) || undefined }) }];
  if (mime !== 'text/plain' && mime !== 'application/x-directory') notes.leaveOut('files that are not in the session');
  return [];
}

/** Older versions wrote all steps of a turn into one message. */
function answerContents(message: OpencodeMessage, scene: MessageScene): readonly Content[] {
  const { info } = message;
  const origin = originOf(textOf(info['modelID']), textOf(info['providerID']));
  const metadata = authorOf(origin, timestampOf(message).timestamp);
  const steps = stepsOf(message.parts);
  const contents = steps.flatMap((parts) => [
    ...contentOf(
      'ai',
      parts.flatMap((part) => answerBlock(part, origin, scene)),
      metadata,
    ),
    ...contentOf(
      'tool',
      parts.flatMap((part) => resultBlocks(part, scene)),
      timestampOf(message),
    ),
  ]);
  if (contents.length === 0 && isObject(info['error'])) scene.notes.leaveOut('answers that failed');
  return contents;
}

function stepsOf(parts: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const steps: JsonObject[][] = [[]];
  for (const part of parts) {
    if (part['type'] === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps;
}

const beside: ReadonlySet<string> = new Set(['step-finish', 'snapshot', 'patch', 'retry', 'agent', 'compaction']);

function answerBlock(part: JsonObject, origin: Origin, { notes, place }: MessageScene): readonly Block[] {
  const text = textOf(part['text']);
  const metadata = objectAt(part['metadata']) ?? {};
  switch (textOf(part['type'])) {
    case 'text':
      return text === '' ? [] : [{ type: 'text', text, ...textSeal(metadata, origin) }];
    case 'reasoning': {
      const seal = reasoningSeal(metadata, origin);
      return text === '' && seal.seal === undefined ? [] : [{ type: 'thinking', thought: text, ...seal }];
    }
    case 'tool':
      return [callBlock(part, metadata, origin)];
    case 'file':
      return fileBlock(part, notes);
    default:
      if (!beside.has(textOf(part['type']))) notes.unknown(`part ${JSON.stringify(textOf(part['type']))}`, place);
      return [];
  }
}

function callBlock(part: JsonObject, metadata: JsonObject, origin: Origin): Block {
  const state = objectAt(part['state']) ?? {};
  const parameters = state['input'] ?? textOf(state['raw']);
  return {
    type: 'tool_call',
    id: textOf(part['callID']),
    name: textOf(part['tool']),
    parameters,
    ...textSeal(metadata, origin, 'function_call'),
  };
}

/** The metadata is keyed by the library's provider, which also determines the form of the token. */
function reasoningSeal(metadata: JsonObject, origin: Origin): ReturnType<typeof sealed> {
  const anthropic = objectAt(metadata['anthropic']) ?? {};
  const openai = objectAt(metadata['openai']) ?? objectAt(metadata['azure']) ?? {};
  const bedrock = objectAt(metadata['bedrock']) ?? {};
  const redacted = textOf(anthropic['redactedData']);
  const signature = textOf(anthropic['signature']);
  const encrypted = textOf(openai['reasoningEncryptedContent']);
  if (redacted !== '')
    return sealed({ protocol: 'anthropic-messages', field: 'redacted_thinking', value: redacted }, origin);
  if (signature !== '') return sealed({ protocol: 'anthropic-messages', field: 'signature', value: signature }, origin);
  if (encrypted !== '') {
    const item = textOf(openai['itemId']);
    return sealed({ protocol: 'openai-responses', field: 'encrypted_content', value: encrypted, item }, origin);
  }
  const value = textOf(bedrock['signature']);
  if (value !== '') return sealed({ protocol: 'bedrock-converse', field: 'signature', value }, origin);
  return thoughtSeal(metadata, origin);
}

function textSeal(metadata: JsonObject, origin: Origin, field = 'message'): ReturnType<typeof sealed> {
  const item = textOf(objectAt(metadata['openai'])?.['itemId']);
  if (item !== '') return sealed({ protocol: 'openai-responses', field, value: '', item }, origin);
  return thoughtSeal(metadata, origin);
}

function thoughtSeal(metadata: JsonObject, origin: Origin): ReturnType<typeof sealed> {
  const google = objectAt(metadata['google']) ?? objectAt(metadata['vertex']) ?? {};
  return sealed({ protocol: 'gemini', field: 'thoughtSignature', value: textOf(google['thoughtSignature']) }, origin);
}

/**
 * Nothing for a call that has none: it was running when the program ended, or was stopped before it produced anything.
 */
function resultBlocks(part: JsonObject, { notes, reasons }: MessageScene): readonly Block[] {
  if (part['type'] !== 'tool') return [];
  const state = objectAt(part['state']) ?? {};
  const callId = textOf(part['callID']);
  const about = { type: 'tool_response', callId, toolName: textOf(part['tool']), isComplete: true } as const;
  const metadata = objectAt(state['metadata']) ?? {};
  switch (textOf(state['status'])) {
    case 'completed': {
      const media = objectsOf(state['attachments']).flatMap((file) => fileBlock(file, notes));
      return [{ ...about, result: textOf(state['output']) }, ...media];
    }
    case 'error': {
      if (metadata['interrupted'] !== true) return [{ ...about, error: textOf(state['error']) || 'The tool failed.' }];
      const output = textOf(metadata['output']);
      if (output !== '') return [{ ...about, result: output }];
      reasons.set(callId, 'cancelled');
      return [];
    }
    default:
      reasons.set(callId, 'interrupted');
      return [];
  }
}
