/** OpenAI's rules about the messages of a request (OAC-001…005, OAC-008…013, OAC-016, OAC-025…027). */
import type { Violation } from '../../../api/api.ts';
import { type JsonObject, kindOf, objectOf, textOf } from '../../../api/json.ts';
import { findArguments, findCallName, findEmptyCalls, findManyCalls } from '../../checks/calls.ts';
import { checkKnownRoles, findContent, findPart, findRole, isNull } from '../../checks/contents.ts';
import { type Found, violation } from '../../checks/found.ts';
import { findId } from '../../checks/ids.ts';
import { findMessageName } from '../../checks/names.ts';
import { findUnpaired, type Unpaired } from '../../checks/pairing.ts';
import type { ChatMessage } from '../../messages.ts';
import { generationOf, isGpt5 } from './generations.ts';

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const namePattern = /^[a-zA-Z0-9_-]+$/;

export function historyChecks(
  body: JsonObject,
  messages: readonly ChatMessage[],
): readonly (() => Violation | undefined)[] {
  const model = textOf(body['model']);
  return [
    () => checkRoles(messages, model),
    () => checkContents(messages),
    () => checkCalls(messages),
    () => checkIds(messages),
    () => checkNames(messages, model),
    () => checkParts(messages),
    () => checkPairing(messages),
  ];
}

function checkRoles(messages: readonly ChatMessage[], model: string): Violation | undefined {
  const unknown = checkKnownRoles(messages, roles);
  if (unknown || model !== 'o1-mini') return unknown;
  return violation(
    findRole(messages, (role) => role !== 'system' && role !== 'developer'),
    {
      id: 'OAC-016',
      code: 'unsupported_value',
      says: ({ path, value }) => `Unsupported value: '${path}' does not support '${String(value)}' with this model.`,
    },
  );
}

function checkContents(messages: readonly ChatMessage[]): Violation | undefined {
  const says = (): string => "Invalid value for 'content': expected a string, got null.";
  const mayLack = ({ raw }: ChatMessage): boolean =>
    ['refusal', 'audio', 'function_call'].some((field) => raw[field] !== undefined && raw[field] !== null);
  return (
    violation(
      findContent(messages, (message) => message.role === 'assistant' || !lacksContent(message)),
      { id: 'OAC-009', code: 'invalid_value', says },
    ) ??
    violation(
      // `tool_calls: []` is found by OAC-008.
      findContent(
        messages,
        (message) => !lacksContent(message) || mayLack(message) || Array.isArray(message.raw['tool_calls']),
      ),
      { id: 'OAC-010', code: 'invalid_value', says },
    )
  );
}

function lacksContent(message: ChatMessage): boolean {
  return isNull(message) || (Array.isArray(message.content) && message.content.length === 0);
}

function checkCalls(messages: readonly ChatMessage[]): Violation | undefined {
  return (
    violation(findEmptyCalls(messages), {
      id: 'OAC-008',
      code: 'empty_array',
      says: ({ path }) =>
        `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    }) ??
    violation(findManyCalls(messages, 128), {
      id: 'OAC-027',
      code: 'array_above_max_length',
      says: ({ path, value }) =>
        `Invalid '${path}': array too long. Expected an array with maximum length 128, but got an array with length ${lengthOf(value)} instead.`,
    }) ??
    violation(
      findArguments(messages, (args) => typeof args === 'string'),
      {
        id: 'OAC-011',
        code: 'invalid_type',
        says: ({ path, value }) => `Invalid type for '${path}': expected a string, but got ${kindOf(value)} instead.`,
      },
    )
  );
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function checkIds(messages: readonly ChatMessage[]): Violation | undefined {
  const found = findId(messages, (id) => id !== '' && id.length <= 40);
  if (found && textOf(found.value) === '') {
    return violation(found, {
      id: 'gate-shape',
      code: 'missing_required_parameter',
      says: ({ path }) => `Missing required parameter: '${path}'.`,
    });
  }
  return violation(found, {
    // An id of the Responses API is recognized by its prefix.
    id: textOf(found?.value).startsWith('fc_') ? 'OAC-004' : 'OAC-003',
    code: 'string_above_max_length',
    says: (long) => tooLong(long, 40),
  });
}

function checkNames(messages: readonly ChatMessage[], model: string): Violation | undefined {
  const isName = isGpt5(generationOf(model)) ? /^[^\s<|\\/>]+$/ : namePattern;
  return (
    violation(
      findCallName(messages, (name) => namePattern.test(name) && name.length <= 64),
      { id: 'OAC-005', code: 'invalid_value', says: (found) => badName(found, namePattern.source) },
    ) ??
    violation(
      findMessageName(messages, (name) => isName.test(name) && name.length <= 64),
      { id: 'OAC-025', code: 'invalid_value', says: (found) => badName(found, isName.source) },
    )
  );
}

export function badName(found: Found, pattern: string): string {
  if (textOf(found.value).length > 64) return tooLong(found, 64);
  return `Invalid '${found.path}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`;
}

export function tooLong({ path, value }: Found, limit: number): string {
  return `Invalid '${path}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${textOf(value).length} instead.`;
}

function checkParts(messages: readonly ChatMessage[]): Violation | undefined {
  const roleOf = ({ message }: Found): string => messages[message]?.role ?? '';
  return (
    violation(
      findPart(messages, (part, { role }) => role === 'user' || part['type'] !== 'image_url'),
      {
        id: 'OAC-012',
        code: 'invalid_value',
        path: ({ message }) => `messages[${message}]`,
        says: (found) =>
          `Invalid 'messages[${found.message}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${roleOf(found)}' contains an image URL.`,
      },
    ) ??
    violation(
      findPart(messages, (part, { role }) => {
        const type = textOf(part['type']);
        if (type === 'text' || (role === 'assistant' && type === 'refusal')) return true;
        return role === 'user' && (type === 'image_url' || (type === 'file' && isReadable(part)));
      }),
      {
        id: 'OAC-013',
        code: 'invalid_value',
        path: ({ message }) => `messages[${message}]`,
        says: ({ message }) =>
          `Invalid 'messages[${message}]'. Content blocks are expected to be either text or image_url type.`,
      },
    )
  );
}

/** A PDF, or a file that was uploaded before. */
function isReadable(part: JsonObject): boolean {
  const { file_data: data, file_id: id } = objectOf(part['file']);
  return typeof id === 'string' || textOf(data).startsWith('data:application/pdf;base64,');
}

const pairingRules: Readonly<Record<Unpaired['kind'], string>> = {
  unanswered: 'OAC-001',
  orphan: 'OAC-002',
  duplicate: 'OAC-026',
};

function checkPairing(messages: readonly ChatMessage[]): Violation | undefined {
  const found = findUnpaired(messages);
  return found && violation(found, { id: pairingRules[found.kind], says: unpairedWords, path: placeOf });
}

function placeOf({ kind, message, path }: Unpaired): string {
  return kind === 'unanswered' ? path : `messages.[${message}].role`;
}

export function unpairedWords({ kind, ids }: Unpaired): string {
  return kind === 'unanswered'
    ? `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
    : "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
}
