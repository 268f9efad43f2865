/** The messages of a request: roles, calls and results, and the thinking that led to them (DSK-001…005, DSK-010…014). */
import type { Violation } from '../../../api/api.ts';
import { type JsonObject, objectOf, textOf } from '../../../api/json.ts';
import { findEmptyCalls } from '../../checks/calls.ts';
import { findContent, findPart, findRole, isEmpty } from '../../checks/contents.ts';
import { violation } from '../../checks/found.ts';
import { findToolName } from '../../checks/names.ts';
import { findOrphan, findUnanswered } from '../../checks/pairing.ts';
import type { ChatMessage, ChatTool } from '../../messages.ts';
import { deepseekModel, deepseekThinks } from './models.ts';

const roles = ['system', 'user', 'assistant', 'tool'];

/** Reported by the parser, with the position it reached. */
export function findUnknownRole(messages: readonly ChatMessage[], raw: string): Violation | undefined {
  return violation(
    findRole(messages, (role) => roles.includes(role)),
    {
      id: 'DSK-010',
      status: 422,
      says: ({ message, value }) => {
        const expected = roles.map((role) => `\`${role}\``).join(', ');
        const where = placeOf(raw, JSON.stringify(value) ?? '');
        return `Failed to deserialize the JSON body into the target type: messages[${message}].role: unknown variant \`${String(value)}\`, expected one of ${expected} at ${where}`;
      },
    },
  );
}

/** The position after the first occurrence of the text, or the end if the text is written differently in the request. */
function placeOf(raw: string, text: string): string {
  const at = raw.indexOf(text);
  const read = at < 0 ? raw : raw.slice(0, at + text.length);
  const lines = read.split('\n');
  return `line ${lines.length} column ${lines.at(-1)?.length ?? 0}`;
}

/** DSK-012: of the known parts, only text is accepted. Also reported by the parser. */
export function findMedia(messages: readonly ChatMessage[], raw: string): Violation | undefined {
  return violation(
    findPart(messages, (part) => part['type'] === 'text'),
    {
      id: 'DSK-012',
      status: 422,
      says: ({ message, value }) => {
        const type = textOf(objectOf(value)['type']);
        return `Failed to deserialize the JSON body into the target type: messages[${message}]: unknown variant \`${type}\`, expected \`text\` at ${placeOf(raw, JSON.stringify(type))}`;
      },
    },
  );
}

/** DSK-014 */
export function findSilent(messages: readonly ChatMessage[]): Violation | undefined {
  return violation(
    findContent(messages, (message) => message.role !== 'assistant' || message.calls.length > 0 || !isEmpty(message)),
    { id: 'DSK-014', says: () => 'Invalid assistant message: content or tool_calls must be set' },
  );
}

/** DSK-013 */
export function findBadName(tools: readonly ChatTool[]): Violation | undefined {
  const pattern = /^[a-zA-Z0-9_-]+$/;
  return violation(
    findToolName(tools, (name) => pattern.test(name) && name.length <= 64),
    {
      id: 'DSK-013',
      says: ({ path, value }) =>
        pattern.test(textOf(value))
          ? `Invalid '${path}': string too long. Expected a string with maximum length 64, but got a string with length ${textOf(value).length} instead.`
          : `Invalid '${path}': '${textOf(value)}' does not match '${pattern.source}'`,
    },
  );
}

export function findNoCalls(messages: readonly ChatMessage[]): Violation | undefined {
  return violation(findEmptyCalls(messages), {
    id: 'DSK-011',
    says: ({ path }) =>
      `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
  });
}

/** Orphans first: results separated from their calls by another message are reported as orphans. */
export function findBrokenPair(messages: readonly ChatMessage[]): Violation | undefined {
  return (
    violation(findOrphan(messages), {
      id: 'DSK-005',
      says: () => "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    }) ??
    violation(findUnanswered(messages), {
      id: 'DSK-004',
      says: () =>
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    })
  );
}

/** An empty text is enough: the field must be present. */
export function findUnthought(body: JsonObject, messages: readonly ChatMessage[]): Violation | undefined {
  if (!deepseekThinks(body)) return undefined;
  const message = messages.find((candidate) => candidate.calls.length > 0 && lacksThinking(candidate));
  return message && thoughtless(body, message, 400);
}

/** Taken literally, the rule also covers the answer that ends an exchange with calls; all reported errors are about messages with calls. */
export function listUnthoughtAnswers(body: JsonObject, messages: readonly ChatMessage[]): readonly Violation[] {
  if (!deepseekThinks(body) || deepseekModel(body['model']).era === 'reasoner') return [];
  return messages
    .filter((message) => message.role === 'assistant' && message.calls.length === 0 && lacksThinking(message))
    .filter(({ index }) => hasCalls(exchangeOf(messages, index)))
    .map((message) => thoughtless(body, message, 200));
}

/** DSK-003: from the time of R1, which had no calls. The error is documented but its text is not. */
export function findOldThought(body: JsonObject, messages: readonly ChatMessage[]): Violation | undefined {
  if (deepseekModel(body['model']).era !== 'reasoner') return undefined;
  const message = messages.find(({ raw, calls }) => calls.length === 0 && typeof raw['reasoning_content'] === 'string');
  if (!message) return undefined;
  return {
    rule: 'DSK-003',
    status: 400,
    message: 'The reasoning_content field is not allowed in the input messages',
    path: `messages[${message.index}].reasoning_content`,
  };
}

/** The messages between two user messages, around this one. */
export function exchangeOf(messages: readonly ChatMessage[], index: number): readonly ChatMessage[] {
  const start = messages.findLastIndex((message) => message.index <= index && message.role === 'user') + 1;
  const end = messages.findIndex((message) => message.index > index && message.role === 'user');
  return messages.slice(start, end < 0 ? messages.length : end);
}

export function hasCalls(messages: readonly ChatMessage[]): boolean {
  return messages.some((message) => message.calls.length > 0);
}

function lacksThinking({ raw }: ChatMessage): boolean {
  return typeof raw['reasoning_content'] !== 'string';
}

function thoughtless(body: JsonObject, { index }: ChatMessage, status: number): Violation {
  const path = `messages[${index}].reasoning_content`;
  return deepseekModel(body['model']).era !== 'v4'
    ? {
        rule: 'DSK-001',
        status,
        message: `Missing \`reasoning_content\` field in the assistant message at message index ${index}. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls`,
        path,
      }
    : {
        rule: 'DSK-002',
        status,
        message: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
        path,
      };
}
