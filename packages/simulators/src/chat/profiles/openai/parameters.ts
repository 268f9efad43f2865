/** OpenAI's rules about everything in a request except its messages (OAC-005…007, OAC-014, OAC-015, OAC-017…021). */
import type { Violation } from '../../../api/api.ts';
import { findSchemaProblem } from '../../../api/function-schema.ts';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../../api/json.ts';
import { breach, type Found, violation } from '../../checks/found.ts';
import { findToolName } from '../../checks/names.ts';
import { findOverflow } from '../../checks/overflow.ts';
import { findUnknownChoice, findWithoutTools } from '../../checks/tool-choice.ts';
import { type ChatTool, readTools } from '../../messages.ts';
import type { ChatModel } from '../../profile.ts';
import { checkCustomTools, checkFields, checkUser, checkVerbosity } from './fields.ts';
import { allowsDots, generationOf, isReasoning, reasons } from './generations.ts';
import { badName, tooLong } from './history.ts';

type Check = () => Violation | undefined;

export function parameterChecks(body: JsonObject, models: readonly ChatModel[], azure: boolean): readonly Check[] {
  const tools = readTools(body);
  return [
    () => checkFields(body),
    () => checkTemperature(body),
    () => checkMaxTokens(body),
    () => checkSampling(body),
    () => checkStop(body),
    () => checkUser(body),
    () => checkVerbosity(body),
    () => checkCustomTools(body),
    () => checkSearch(body),
    ...toolChecks(body, tools, azure),
    ...choiceChecks(body, tools),
    () =>
      violation(findOverflow(body, models), {
        id: 'OAC-021',
        code: 'context_length_exceeded',
        says: ({ tokens, window }) =>
          `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      }),
  ];
}

/** OAC-028, before anything else about the model is checked. */
function checkTemperature(body: JsonObject): Violation | undefined {
  const value = body['temperature'];
  const found = breach(typeof value === 'number' && (value < 0 || value > 2), 'temperature', value);
  return violation(found, {
    id: 'OAC-028',
    code: Number(value) > 2 ? 'decimal_above_max_value' : 'decimal_below_min_value',
    says: () =>
      Number(value) > 2
        ? `Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got ${String(value)} instead.`
        : `Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got ${String(value)} instead.`,
  });
}

function checkStop(body: JsonObject): Violation | undefined {
  const refused = isReasoning(generationOf(textOf(body['model']))) && isGiven(body['stop']);
  return violation(breach(refused, 'stop', body['stop']), {
    id: 'OAC-029',
    code: 'unsupported_parameter',
    says: () => "Unsupported parameter: 'stop' is not supported with this model.",
  });
}

function checkSearch(body: JsonObject): Violation | undefined {
  const refused = isGiven(body['web_search_options']) && !/-search-/.test(textOf(body['model']));
  return violation(breach(refused, 'web_search_options'), {
    id: 'OAC-032',
    says: () => 'Web search options not supported with this model.',
  });
}

function checkMaxTokens(body: JsonObject): Violation | undefined {
  const refused = isReasoning(generationOf(textOf(body['model']))) && isGiven(body['max_tokens']);
  return violation(breach(refused, 'max_tokens', body['max_tokens']), {
    id: 'OAC-014',
    code: 'unsupported_parameter',
    says: () =>
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  });
}

function checkSampling(body: JsonObject): Violation | undefined {
  if (!reasons(body)) return undefined;
  const temperature = body['temperature'];
  const other = ['top_p', 'frequency_penalty', 'presence_penalty', 'logit_bias', 'logprobs', 'top_logprobs'].find(
    (name) => isGiven(body[name]) && body[name] !== false,
  );
  return (
    violation(breach(isGiven(temperature) && temperature !== 1, 'temperature', temperature), {
      id: 'OAC-015',
      code: 'unsupported_value',
      says: ({ value }) =>
        `Unsupported value: 'temperature' does not support ${String(value)} with this model. Only the default (1) value is supported.`,
    }) ??
    violation(breach(other !== undefined, other ?? ''), {
      id: 'OAC-015',
      code: 'unsupported_parameter',
      says: ({ path }) => `Unsupported parameter: '${path}' is not supported with this model.`,
    })
  );
}

function toolChecks(body: JsonObject, tools: readonly ChatTool[], azure: boolean): readonly Check[] {
  const model = textOf(body['model']);
  const pattern = allowsDots(model) ? /^[a-zA-Z0-9_.-]+$/ : /^[a-zA-Z0-9_-]+$/;
  const source = allowsDots(model) ? '^[a-zA-Z0-9_\\.-]+$' : pattern.source;
  return [
    () =>
      violation(breach(tools.length > 128, 'tools'), {
        id: 'OAC-007',
        code: 'array_above_max_length',
        says: () =>
          `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`,
      }),
    () =>
      violation(
        findToolName(tools, (name) => pattern.test(name) && name.length <= 64),
        { id: 'OAC-005', code: 'invalid_value', says: (found) => badName(found, source) },
      ),
    () =>
      violation(azure ? findLongDescription(tools) : undefined, {
        id: 'OAC-006',
        code: 'string_above_max_length',
        says: (found) => tooLong(found, 1024),
      }),
    () => checkSchemas(tools),
    () => checkStrict(tools),
  ];
}

function findLongDescription(tools: readonly ChatTool[]): Found | undefined {
  const tool = tools.find(({ description }) => description.length > 1024);
  return (
    tool && {
      message: -1,
      item: tool.index,
      path: `tools[${tool.index}].function.description`,
      value: tool.description,
    }
  );
}

function checkSchemas(tools: readonly ChatTool[]): Violation | undefined {
  for (const { index, name, parameters } of tools) {
    const problem = findSchemaProblem(name, parameters);
    if (problem) {
      const path = `tools[${index}].function.parameters`;
      return { ...problem, status: 400, path, code: 'invalid_function_parameters' };
    }
  }
  return undefined;
}

function checkStrict(tools: readonly ChatTool[]): Violation | undefined {
  for (const { index, name, strict, parameters } of tools) {
    const problem = strict ? findUnstrict(parameters) : undefined;
    if (problem !== undefined) {
      return {
        rule: 'OAC-020',
        status: 400,
        message: `Invalid schema for function '${name}': ${problem}`,
        path: `tools[${index}].function.parameters`,
        code: 'invalid_function_parameters',
      };
    }
  }
  return undefined;
}

function choiceChecks(body: JsonObject, tools: readonly ChatTool[]): readonly Check[] {
  const model = textOf(body['model']);
  const generation = generationOf(model);
  const refusesTools = typeof generation === 'number' && generation >= 5.4 && reasons(body);
  const onlyWithTools =
    (parameter: string, id: string): Check =>
    () =>
      violation(findWithoutTools(body, parameter), {
        id,
        says: () => `Invalid value for '${parameter}': '${parameter}' is only allowed when 'tools' are specified.`,
      });
  return [
    () =>
      violation(breach(refusesTools && tools.some(({ name }) => name !== ''), 'reasoning_effort'), {
        id: 'OAC-017',
        says: () =>
          `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      }),
    onlyWithTools('parallel_tool_calls', 'OAC-018'),
    onlyWithTools('tool_choice', 'OAC-019'),
    () =>
      violation(findUnknownChoice(body, tools), {
        id: 'OAC-019',
        says: ({ value }) => `Invalid value for 'tool_choice': function '${String(value)}' is not among 'tools'.`,
      }),
  ];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** OAC-020: OpenAI's text about the first part of a schema that strict mode refuses: every object is closed, every property required. */
function findUnstrict(schema: JsonObject, context: readonly string[] = []): string | undefined {
  const at = `In context=(${context.map((step) => `'${step}'`).join(', ')})`;
  if (context.length === 0 && schema['type'] !== 'object') {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${textOf(schema['type']) || 'None'}"'.`;
  }
  const properties = objectOf(schema['properties']);
  if (schema['type'] === 'object' || isObject(schema['properties'])) {
    if (schema['additionalProperties'] !== false) {
      return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = arrayOf(schema['required']);
    const optional = Object.keys(properties).find((name) => !required.includes(name));
    if (optional !== undefined) {
      return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${optional}'.`;
    }
  }
  return findInside(schema, properties, context);
}

function findInside(schema: JsonObject, properties: JsonObject, context: readonly string[]): string | undefined {
  const inside: readonly (readonly [readonly string[], unknown])[] = [
    ...Object.entries(properties).map(([name, value]) => [['properties', name], value] as const),
    ...Object.entries(objectOf(schema['$defs'])).map(([name, value]) => [['$defs', name], value] as const),
    ...arrayOf(schema['anyOf']).map((value, index) => [['anyOf', String(index)], value] as const),
    [['items'], schema['items']],
  ];
  for (const [path, value] of inside) {
    const found = isObject(value) ? findUnstrict(value, [...context, ...path]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
