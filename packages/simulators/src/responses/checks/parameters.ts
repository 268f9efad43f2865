/**
 * Everything in a request except its input and its tools: the types of values, and what the model's generation does not
 * accept.
 */
import type { Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { isObject, type JsonObject, objectOf } from '../../api/json.ts';
import { type ResponsesModel, showsReasoningText, thinksAt } from '../models.ts';
import { violation, wrongType } from '../violations.ts';
import { checkFields, checkUser, checkVerbosity } from './fields.ts';

type Kind = 'string' | 'boolean' | 'number' | 'integer' | 'array' | 'object';

const words: Readonly<Record<Kind, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a decimal',
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
};

const kinds: readonly (readonly [name: string, kind: Kind])[] = [
  ['instructions', 'string'],
  ['previous_response_id', 'string'],
  ['stream', 'boolean'],
  ['store', 'boolean'],
  ['parallel_tool_calls', 'boolean'],
  ['temperature', 'number'],
  ['top_p', 'number'],
  ['max_output_tokens', 'integer'],
  ['include', 'array'],
  ['tools', 'array'],
  ['reasoning', 'object'],
  ['text', 'object'],
  ['metadata', 'object'],
  ['stream_options', 'object'],
];

export function checkParameters(body: JsonObject, model: ResponsesModel): Violation | undefined {
  return firstOf([
    () => checkFields(body, model),
    () =>
      firstIn(kinds, ([name, kind]) =>
        isKind(body[name], kind) ? undefined : wrongType(name, words[kind], body[name]),
      ),
    () => checkRoom(body),
    () => checkTemperature(body),
    () => checkEffort(body, model),
    () => checkSampling(body, model),
    () => checkUser(body),
    () => checkVerbosity(body, model),
  ]);
}

function isKind(value: unknown, kind: Kind): boolean {
  if (value === undefined || value === null) return true;
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isObject(value);
  if (kind === 'integer') return Number.isInteger(value);
  return typeof value === kind;
}

function checkRoom(body: JsonObject): Violation | undefined {
  const room = body['max_output_tokens'];
  if (typeof room !== 'number' || room >= 16) return undefined;
  const message = `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${room} instead.`;
  return violation('gate-shape', 400, message, 'max_output_tokens', 'integer_below_min_value');
}

/** OAC-028 */
function checkTemperature(body: JsonObject): Violation | undefined {
  const value = body['temperature'];
  if (typeof value !== 'number' || (value >= 0 && value <= 2)) return undefined;
  const [where, expected, code] =
    value > 2
      ? ['above maximum', '<= 2', 'decimal_above_max_value']
      : ['below minimum', '>= 0', 'decimal_below_min_value'];
  const message = `Invalid 'temperature': decimal ${where} value. Expected a value ${expected}, but got ${value} instead.`;
  return violation('OAC-028', 400, message, 'temperature', code);
}

function checkEffort(body: JsonObject, model: ResponsesModel): Violation | undefined {
  const { effort } = objectOf(body['reasoning']);
  if (effort === undefined || effort === null || showsReasoningText(model)) return undefined;
  const path = 'reasoning.effort';
  if (typeof effort !== 'string') return wrongType(path, 'a string', effort);
  if (model.reasons === 'never') {
    const message = `Unsupported parameter: '${path}' is not supported with this model.`;
    return violation('gate-effort', 400, message, path, 'unsupported_parameter');
  }
  if (!model.noEffort.includes(effort) && !(effort === 'none' && model.reasons === 'always')) return undefined;
  const message = `Unsupported value: '${effort}' is not supported with the '${model.id}' model.`;
  return violation('gate-effort', 400, message, path, 'unsupported_value');
}

/** OAC-015: sampling cannot be set while the model reasons. */
function checkSampling(body: JsonObject, model: ResponsesModel): Violation | undefined {
  const { effort } = objectOf(body['reasoning']);
  if (showsReasoningText(model) || !thinksAt(model, effort)) return undefined;
  return firstIn(['temperature', 'top_p'], (name) => {
    const value = body[name];
    if (typeof value !== 'number' || value === 1) return undefined;
    const message = `Unsupported value: '${name}' does not support ${value} with this model. Only the default (1) value is supported.`;
    return violation('OAC-015', 400, message, name, 'unsupported_value');
  });
}
