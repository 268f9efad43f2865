/** Rules for the offered tools and the tool choice. */

import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { openaiServers, schemaRules } from '../../../rules/openai.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { nameLevel } from './calls.ts';
import { bodyThinks } from './reasoning.ts';

interface SeenTool {
  readonly tool: JsonObject;
  readonly name: string;
  readonly path: string;
}

function toolsOf(body: JsonObject): readonly SeenTool[] {
  return asArray(body['tools']).flatMap((entry, at) => {
    const [kind, tool] = innerOf(entry);
    return tool === undefined ? [] : [{ tool, name: asText(tool['name']), path: `tools.${at}.${kind}` }];
  });
}

/** The field of a tool, or of a choice, that has its name: `function`, or `custom` for one that takes free text. */
function innerOf(entry: JsonValue | undefined): readonly [string, JsonObject | undefined] {
  const kind = asObject(entry)?.['custom'] === undefined ? 'function' : 'custom';
  return [kind, asObject(asObject(entry)?.[kind])];
}

function hasTools(body: JsonObject): boolean {
  return asArray(body['tools']).length > 0 || asArray(body['functions']).length > 0;
}

function wrongChoice({ body }: BodyView): readonly Finding[] {
  if ((body['tool_choice'] ?? null) === null) return [];
  if (!hasTools(body)) return [{ path: 'tool_choice', message: 'is set without tools' }];
  const [kind, chosen] = innerOf(body['tool_choice']);
  const name = asText(chosen?.['name']);
  if (chosen === undefined || toolsOf(body).some((tool) => tool.name === name)) return [];
  return [{ path: `tool_choice.${kind}.name`, message: `"${name}" is not among the tools` }];
}

function forcedChoice(view: BodyView): readonly Finding[] {
  const { body, traits } = view;
  const choice = body['tool_choice'];
  const isForced = choice === 'required' || choice === 'any' || asObject(choice) !== undefined;
  const isRefused =
    traits.forcedToolChoice === 'no' || (traits.forcedToolChoice === 'without-thinking' && bodyThinks(view));
  return isForced && isRefused ? [{ path: 'tool_choice', message: 'a call cannot be forced here' }] : [];
}

/** Objects all the way down; servers do not go deeper either. */
function isStrict(value: JsonValue | undefined, depth = 0): boolean {
  const schema = asObject(value);
  if (schema === undefined || depth > 16) return true;
  const properties = asObject(schema['properties']);
  const required = new Set(asArray(schema['required']));
  const isClosed = schema['type'] !== 'object' || schema['additionalProperties'] === false;
  const names = Object.keys(properties ?? {});
  const inside = [...Object.values(properties ?? {}), ...asArray(schema['anyOf']), schema['items']];
  return isClosed && names.every((name) => required.has(name)) && inside.every((inner) => isStrict(inner, depth + 1));
}

export const toolRules: readonly Rule[] = [
  ...schemaRules((body) =>
    toolsOf(body).flatMap(({ tool, path }) => {
      const { parameters = null } = tool;
      return parameters === null ? [] : [{ path: `${path}.parameters`, parameters }];
    }),
  ),
  {
    id: 'OAC-019',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'tool_choice is set only with tools, and names one of them.',
    fix: 'Omit it.',
    find: wrongChoice,
  },
  {
    id: 'OAC-018',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'parallel_tool_calls is set only with tools.',
    fix: 'Omit it.',
    find: ({ body }) =>
      (body['parallel_tool_calls'] ?? null) === null || hasTools(body)
        ? []
        : [{ path: 'parallel_tool_calls', message: 'is set without tools' }],
  },
  {
    id: 'DSK-006',
    level: 'error',
    refusedBy: ['deepseek', 'moonshot', 'qwen', 'zai'],
    scope: 'message',
    text: 'Some models cannot be forced to call (KIM-012), some not while thinking (QWN-003).',
    fix: 'Use auto.',
    find: forcedChoice,
  },
  {
    id: 'OAC-017',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'This model accepts tools on Chat only while it does not think.',
    fix: 'Use Responses, or set reasoning_effort to none.',
    find: ({ body, traits }) => {
      const effort = body['reasoning_effort'] ?? '';
      if (!traits.toolsNeedResponses || !hasTools(body) || effort === 'none') return [];
      const finding = { path: 'reasoning_effort', message: 'is not none although there are tools' };
      // 5.4 does not think by default; later models do.
      return [effort === '' && !traits.thinking.byDefault ? { ...finding, level: 'warning' } : finding];
    },
  },
  {
    id: 'MIS-017',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'An empty list of tools is refused.',
    fix: 'Omit the field.',
    find: ({ body }) =>
      (body['tools'] ?? null) === null || asArray(body['tools']).length > 0
        ? []
        : [{ path: 'tools', message: 'is not a non-empty list' }],
  },
  {
    id: 'OAC-007',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'There are no more tools than the target accepts.',
    fix: 'Offer fewer tools.',
    find: ({ body, traits }) => {
      const count = asArray(body['tools']).length;
      if (count <= (traits.maxTools ?? count)) return [];
      return [{ path: 'tools', message: `${count} tools, at most ${traits.maxTools} are accepted` }];
    },
  },
  {
    id: 'OAC-005',
    level: 'error',
    scope: 'request',
    text: 'Names of tools have only characters and a length that the target accepts (MIS-015).',
    fix: 'Replace other characters; keep names distinct.',
    find: (view) =>
      toolsOf(view.body).flatMap(({ name, path }) => {
        const level = nameLevel(name, view);
        if (level === undefined) return [];
        return [{ path: `${path}.name`, message: `"${name}" is not a name the target accepts`, level }];
      }),
  },
  {
    // Some deployments refused it once; as far as known, api.openai.com no longer does.
    id: 'OAC-006',
    level: 'warning',
    scope: 'request',
    text: 'Descriptions of tools are no longer than the target accepts.',
    fix: 'Shorten the description.',
    find: ({ body, traits }) =>
      toolsOf(body)
        .filter(({ tool }) => asText(tool['description']).length > (traits.maxDescription ?? Number.POSITIVE_INFINITY))
        .map(({ path }) => ({ path: `${path}.description`, message: `is longer than ${traits.maxDescription}` })),
  },
  {
    id: 'OAC-020',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'The schema of a strict tool forbids other properties and requires all of its own.',
    fix: 'Omit strict, or write the schema that way.',
    find: ({ body }) =>
      toolsOf(body)
        .filter(({ tool }) => tool['strict'] === true && !isStrict(tool['parameters']))
        .map(({ path }) => ({ path: `${path}.parameters`, message: 'is not strict' })),
  },
];
