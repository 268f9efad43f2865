/** Checks each input item by itself: its type, its fields, and the form of its ids. */
import type { Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { isObject, type JsonObject } from '../../api/json.ts';
import { typeOf } from '../entries.ts';
import { type ResponsesModel, showsReasoningText } from '../models.ts';
import { missing, tooLong, violation, wrongType, wrongValue } from '../violations.ts';
import { checkContent, checkOutputContent } from './content.ts';
import { checkNames } from './item-names.ts';
import { checkName } from './tools.ts';

const roles = ['assistant', 'system', 'developer', 'user'];
const maximumId = 64;

/** Types this simulator checks; other documented types, and the one in which Codex's agents write to each other, pass unchecked. */
const types: readonly string[] = [
  ...[
    'message',
    'function_call',
    'function_call_output',
    'custom_tool_call',
    'custom_tool_call_output',
    'reasoning',
    'item_reference',
  ],
  ...['file_search_call', 'web_search_call', 'computer_call', 'computer_call_output', 'image_generation_call'],
  ...['code_interpreter_call', 'local_shell_call', 'local_shell_call_output', 'shell_call', 'shell_call_output'],
  ...['apply_patch_call', 'apply_patch_call_output', 'mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response'],
  ...['mcp_call', 'compaction', 'compaction_trigger', 'tool_search_call', 'tool_search_output', 'additional_tools'],
  'agent_message',
];

const idPrefixes: Readonly<Record<string, string>> = {
  function_call: 'fc',
  message: 'msg',
  reasoning: 'rs',
  custom_tool_call: 'ctc',
};

export function checkInput(input: unknown, model: ResponsesModel): Violation | undefined {
  if (input === undefined || input === null || typeof input === 'string') return undefined;
  if (!Array.isArray(input)) return wrongType('input', 'one of an array of objects or a string', input);
  return firstIn(input, (item: unknown, index) => {
    const path = `input[${index}]`;
    if (!isObject(item)) return wrongType(path, 'an object', item);
    return firstOf([
      () => checkType(item, path),
      () => checkId(item, path, model),
      () => checkFields(item, path, model),
      () => checkNames(item, path, model),
    ]);
  });
}

function checkType(item: JsonObject, path: string): Violation | undefined {
  const type = typeOf(item);
  if (type === '')
    return 'type' in item ? wrongType(`${path}.type`, 'a string', item['type']) : missing(`${path}.type`);
  return types.includes(type) ? undefined : wrongValue(path, type, types);
}

/** OAR-005, OAR-029. The ids of a connection have their own form (OAR-028). */
function checkId(item: JsonObject, path: string, { maker }: ResponsesModel): Violation | undefined {
  const { id } = item;
  const type = typeOf(item);
  const place = `${path}.id`;
  if (id === undefined || id === null) return type === 'item_reference' ? missing(place) : undefined;
  if (typeof id !== 'string') return wrongType(place, 'a string', id);
  // DeepSeek has its own form of ids.
  if (maker === 'copilot' || maker === 'deepseek') return undefined;
  const rule = type === 'custom_tool_call' ? 'OAR-029' : 'OAR-005';
  if (id.length > maximumId) return tooLong(place, id.length, maximumId, rule);
  const prefix = idPrefixes[type];
  if (prefix !== undefined && !id.startsWith(prefix)) {
    const message = `Invalid '${place}': '${id}'. Expected an ID that begins with '${prefix}'.`;
    return violation(rule, 400, message, place, 'invalid_value');
  }
  if (/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  const message = `Invalid '${place}': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`;
  return violation(rule, 400, message, place, 'invalid_value');
}

function checkFields(item: JsonObject, path: string, model: ResponsesModel): Violation | undefined {
  switch (typeOf(item)) {
    case 'message':
      return checkMessage(item, path);
    case 'function_call':
      return firstOf([
        () => checkCallId(item, path),
        () => checkName(item['name'], `${path}.name`),
        () => checkText(item, path, 'arguments'),
        () => checkStatus(item, path, model),
      ]);
    case 'custom_tool_call':
      return firstOf([() => checkCallId(item, path), () => checkText(item, path, 'input')]);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return firstOf([() => checkCallId(item, path), () => checkOutputContent(item['output'], `${path}.output`)]);
    case 'reasoning':
      return checkReasoning(item, path, model);
    default:
      return undefined;
  }
}

function checkMessage(item: JsonObject, path: string): Violation | undefined {
  const { role } = item;
  if (role === undefined) return missing(`${path}.role`);
  if (typeof role !== 'string') return wrongType(`${path}.role`, 'a string', role);
  if (!roles.includes(role)) return wrongValue(`${path}.role`, role, roles);
  return checkContent(item['content'], `${path}.content`, role);
}

/** OAR-003, OAR-004 */
function checkCallId(item: JsonObject, path: string): Violation | undefined {
  const place = `${path}.call_id`;
  const id = item['call_id'];
  if (id === undefined || id === null) return missing(place);
  if (typeof id !== 'string') return wrongType(place, 'a string', id);
  if (id.length > maximumId) return tooLong(place, id.length, maximumId, 'OAR-003');
  if (id !== '') return undefined;
  const message = `Invalid '${place}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
  return violation('OAR-004', 400, message, place, 'empty_string');
}

/** OAR-019: arguments are a text. */
function checkText(item: JsonObject, path: string, field: string): Violation | undefined {
  const value = item[field];
  if (value === undefined) return missing(`${path}.${field}`);
  return typeof value === 'string' ? undefined : wrongType(`${path}.${field}`, 'a string', value, 'OAR-019');
}

/** OAR-025; the text is unknown. */
function checkStatus(item: JsonObject, path: string, { maker }: ResponsesModel): Violation | undefined {
  if (maker !== 'vllm' || item['status'] === undefined || item['status'] === null) return undefined;
  return violation('OAR-025', 400, `${path}.status: Input should be None`, `${path}.status`, 'BadRequestError');
}

/** OAR-015 */
function checkReasoning(item: JsonObject, path: string, model: ResponsesModel): Violation | undefined {
  const { summary, content } = item;
  const token = item['encrypted_content'];
  if (summary === undefined) return missing(`${path}.summary`, 'OAR-015');
  if (!Array.isArray(summary)) return wrongType(`${path}.summary`, 'an array of objects', summary, 'OAR-015');
  if (token !== undefined && token !== null && typeof token !== 'string') {
    return wrongType(`${path}.encrypted_content`, 'a string', token);
  }
  if (content === undefined || content === null) return undefined;
  if (!Array.isArray(content)) return wrongType(`${path}.content`, 'an array of objects', content);
  if (content.length === 0 || showsReasoningText(model)) return undefined;
  const message = `Invalid '${path}.content': array too long. Expected an array with maximum length 0, but got an array with length ${content.length} instead.`;
  return violation('OAR-015', 400, message, `${path}.content`, 'array_above_max_length');
}
