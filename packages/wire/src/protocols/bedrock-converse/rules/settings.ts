/** Rules for everything except the messages. */
import type { JsonObject } from '@interlock/transcript';
import { asNumber, asObject, asObjects, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';

export const settingRules: readonly Rule[] = [
  {
    id: 'BDR-001',
    level: 'error',
    scope: 'request',
    text: 'A history with calls needs a `toolConfig`.',
    fix: 'Declare the tools that were called, even if they are no longer offered.',
    find: ({ body, list }) => {
      const blocks = list.flatMap((entry) => asObjects(asObject(entry)?.['content']));
      const isMissing =
        body['toolConfig'] === undefined &&
        blocks.some(({ toolUse, toolResult }) => toolUse !== undefined || toolResult !== undefined);
      return isMissing ? [{ path: 'toolConfig', message: 'It is missing, and the history has calls.' }] : [];
    },
  },
  {
    id: 'CNV-016',
    level: 'error',
    scope: 'request',
    text: 'A tool has the schema of an object, and a name of letters, digits, `_` and `-`, at most 64.',
    fix: 'Put an object around it: { type: "object", properties: { … } }.',
    find: ({ body }) =>
      specsOf(body).flatMap((spec, at): readonly Finding[] => {
        const path = `toolConfig.tools.${at}.toolSpec`;
        const schema = asObject(asObject(spec['inputSchema'])?.['json']);
        return [
          ...(schema?.['type'] === 'object' ? [] : [{ path, message: 'The schema is not that of an object.' }]),
          ...(/^[a-zA-Z0-9_-]{1,64}$/.test(asText(spec['name'])) ? [] : [{ path, message: 'The name is invalid.' }]),
        ];
      }),
  },
  {
    id: 'CNV-017',
    level: 'error',
    scope: 'request',
    text: 'A `toolConfig` has at least one tool.',
    fix: 'Omit it.',
    find: ({ body }) =>
      body['toolConfig'] !== undefined && specsOf(body).length === 0
        ? [{ path: 'toolConfig.tools', message: 'There are none.' }]
        : [],
  },
  {
    id: 'CNV-018',
    level: 'error',
    scope: 'request',
    text: 'Many models accept no forced choice of a tool.',
    fix: 'Leave the choice to the model.',
    find: ({ body, traits }) => {
      const choice = asObject(asObject(body['toolConfig'])?.['toolChoice']) ?? {};
      const isForced = choice['any'] !== undefined || choice['tool'] !== undefined;
      return isForced && traits.forcedToolChoice === 'no'
        ? [{ path: 'toolConfig.toolChoice', message: 'The model accepts no forced choice.' }]
        : [];
    },
  },
  {
    id: 'CNV-021',
    level: 'error',
    scope: 'request',
    text: 'Documents have plain names, unique in a request.',
    fix: 'Give each a neutral name.',
    find: findNames,
  },
  {
    id: 'CNV-027',
    level: 'error',
    scope: 'request',
    text: 'temperature and topP are 0 to 1, maxTokens is at least 1.',
    fix: 'Keep them in the range.',
    find: ({ body }) => {
      const config = asObject(body['inferenceConfig']) ?? {};
      const isOdd = (value: number | undefined): boolean => value !== undefined && !(value >= 0 && value <= 1);
      const wrong = (['temperature', 'topP'] as const).filter((field) => isOdd(asNumber(config[field])));
      const tokens = asNumber(config['maxTokens']);
      return [
        ...wrong.map((field) => ({ path: `inferenceConfig.${field}`, message: 'It is not between 0 and 1.' })),
        ...(tokens !== undefined && tokens < 1 ? [{ path: 'inferenceConfig.maxTokens', message: 'Less than 1.' }] : []),
      ];
    },
  },
  {
    id: 'CNV-030',
    level: 'error',
    scope: 'request',
    text: 'A request has at most four marks for the cache.',
    fix: 'Omit the others.',
    find: ({ body, list }) => {
      const places = [
        body['system'],
        asObject(body['toolConfig'])?.['tools'],
        ...list.map((entry) => asObject(entry)?.['content']),
      ];
      const marks = places.flatMap((place) => asObjects(place).filter(({ cachePoint }) => cachePoint !== undefined));
      return marks.length > 4 ? [{ path: 'messages', message: `There are ${marks.length}.` }] : [];
    },
  },
];

function specsOf({ toolConfig }: JsonObject): readonly JsonObject[] {
  const specs = asObjects(asObject(toolConfig)?.['tools']).map(({ toolSpec }) => asObject(toolSpec));
  return specs.filter((spec) => spec !== undefined);
}

const plainName = /^[a-zA-Z0-9()[\]-]+(?:\s[a-zA-Z0-9()[\]-]+)*$/;

function findNames({ list }: BodyView): readonly Finding[] {
  const seen = new Set<string>();
  return list.flatMap((entry, at) =>
    asObjects(asObject(entry)?.['content']).flatMap((block): readonly Finding[] => {
      const document = asObject(block['document']);
      if (document === undefined) return [];
      const name = asText(document['name']);
      const isTwice = seen.has(name);
      seen.add(name);
      if (!isTwice && plainName.test(name)) return [];
      return [
        { path: `messages.${at}`, message: isTwice ? 'Two documents have the same name.' : 'The name is invalid.' },
      ];
    }),
  );
}
