/** What a caller knows better about a model. Every trait is looked at: an encoder that meets an unknown word writes nonsense. */
import type { JsonValue } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import {
  count,
  type Form,
  type Forms,
  flag,
  listOf,
  object,
  objectOf,
  oneOf,
  readFields,
  text,
} from '../json/forms.ts';
import { asNumber, asObject, asText } from '../json/json.ts';
import { allEfforts } from './thinking.ts';
import type { MediaTaken, ThinkingTraits, TraitOverrides } from './traits.ts';

export function readTraits(traits: TraitOverrides): TraitOverrides {
  const { media, thinking, ...rest } = readPart<TraitOverrides>(traits, forms, '');
  return {
    ...rest,
    ...(media === undefined ? {} : { media: readPart(media, mediaForms, 'media.') }),
    ...(thinking === undefined ? {} : { thinking: readPart(thinking, thinkingForms, 'thinking.') }),
  };
}

function readPart<T extends object>(given: unknown, parts: Forms<T>, before: string): Partial<T> {
  const read = readFields<T>(given, parts, (name, why) => {
    throw new ConfigError(
      'invalid-target',
      `The trait \`${before}${name}\` cannot be used: ${why}.`,
      'Correct it, or leave it out.',
    );
  });
  return read ?? {};
}

/** Room for a stem, `_` and a hash. */
const shortestName = 16;

/** Names are changed with `_` and a hash, so these must be allowed. */
const nameRule: Form = {
  fits: (value) => {
    const { first, rest, max } = asObject(value) ?? {};
    if (!Number.isSafeInteger(max) || Number(max) < shortestName) return false;
    const begins = classOf(first);
    const goesOn = classOf(rest);
    // A name that is changed ends with `_` and a hash, and begins with `_` or, where that may not be the first, with `tool_`.
    const added = begins?.test('_') ? '_0123456789abcdef' : '_0123456789abcdefol';
    return (begins?.test('_') || begins?.test('t')) === true && [...added].every((sign) => goesOn?.test(sign));
  },
  what: `{ first, rest, max }: classes like [a-z0-9_] that allow _ (and in rest 0-9, a-f), at least ${shortestName} characters`,
};

/** One class and nothing else: any other pattern could take for ever. */
function classOf(given: JsonValue | undefined): RegExp | undefined {
  const pattern = asText(given);
  if (!/^\[(?:[^\]\\]|\\[^\n])+\]$/.test(pattern)) return undefined;
  try {
    return new RegExp(`^${pattern}$`);
  } catch {
    return undefined;
  }
}

const amount: Form = { fits: (value) => (asNumber(value) ?? -1) >= 0, what: 'a number, zero or more' };

const mediaForms: Forms<MediaTaken> = {
  user: listOf(oneOf('image', 'pdf', 'audio', 'video', 'text')),
  results: listOf(oneOf('image', 'pdf', 'audio', 'video', 'text')),
  model: listOf(oneOf('image', 'pdf', 'audio', 'video', 'text')),
  urls: flag,
  documents: oneOf('file', 'document_url'),
};

const thinkingForms: Forms<ThinkingTraits> = {
  replay: oneOf(
    'none',
    'signed',
    'items',
    'signatures',
    'reasoning_content',
    'reasoning',
    'reasoning_details',
    'chunks',
    'thinking',
  ),
  demanded: oneOf('never', 'calls', 'always'),
  control: oneOf(
    'none',
    'effort',
    'budget',
    'adaptive',
    'gemini-budget',
    'gemini-level',
    'thinking-type',
    'enable_thinking',
    'openrouter',
    'think',
  ),
  takesBudget: flag,
  efforts: listOf(oneOf(...allEfforts)),
  byDefault: flag,
  canDisable: flag,
  onlyWithCalls: flag,
  boundTo: oneOf('origin', 'prefix'),
  display: oneOf('unsaid', 'summarized', 'omitted'),
  inText: oneOf('tagged', 'unopened'),
};

const forms: Forms<TraitOverrides> = {
  checkedBy: text,
  contextWindow: count,
  maxOutput: count,
  price: objectOf({ asOf: text, input: amount, output: amount, cacheRead: amount, cacheWrite: amount }, 'a price', [
    'asOf',
    'input',
    'output',
  ]),
  tools: oneOf('native', 'prompt'),
  toolIds: oneOf('openai', 'anthropic', 'kimi', 'mistral', 'none'),
  toolNames: nameRule,
  toolSchema: oneOf('json-schema', 'openai', 'openai-strict', 'anthropic', 'gemini', 'mistral', 'moonshot', 'ollama'),
  toolArguments: oneOf('text', 'object'),
  maxDescription: count,
  maxTools: count,
  maxCalls: count,
  needsDeclaredTools: flag,
  forcedToolChoice: oneOf('yes', 'without-thinking', 'no'),
  parallelToolCalls: oneOf('settable', 'fixed'),
  toolsNeedResponses: flag,
  systemRole: oneOf('system', 'developer', 'user'),
  laterSystem: oneOf('in-place', 'after-user', 'user-text'),
  firstMessage: oneOf('any', 'user'),
  lastMessage: oneOf('any', 'user'),
  bridgeAfterResults: flag,
  namedResults: flag,
  textBesideCalls: flag,
  callsLast: flag,
  media: object,
  thinking: object,
  streaming: flag,
  maxTokensField: oneOf('max_tokens', 'max_completion_tokens'),
  maxTokensRequired: flag,
  sampling: oneOf('any', 'one', 'without-thinking', 'none'),
  stop: flag,
  responseFormat: oneOf('json-schema', 'json-object', 'none'),
  cache: oneOf('breakpoints', 'key', 'none'),
};
