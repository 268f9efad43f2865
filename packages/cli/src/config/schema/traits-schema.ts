/** What may be said about a model that is known better than by us: the traits of `@interlock/wire`, all of them optional. */
import type { TraitOverrides } from '@interlock/wire';
import { type Static, type TUnsafe, Type } from 'typebox';
import { closed, whole } from './forms.ts';
import { type Plain, proven, type Same } from './same-type.ts';

const flag = Type.Optional(Type.Boolean());
const amount = Type.Number({ minimum: 0 });
const media = Type.Optional(Type.Array(Type.Enum(['image', 'pdf', 'audio', 'video', 'text'])));

const thinking = closed({
  replay: Type.Optional(
    Type.Enum([
      'none',
      'signed',
      'items',
      'signatures',
      'reasoning_content',
      'reasoning',
      'reasoning_details',
      'chunks',
      'thinking',
    ]),
  ),
  demanded: Type.Optional(Type.Enum(['never', 'calls', 'always'])),
  control: Type.Optional(
    Type.Enum([
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
    ]),
  ),
  takesBudget: flag,
  efforts: Type.Optional(Type.Array(Type.Enum(['minimal', 'low', 'medium', 'high', 'xhigh', 'max']))),
  byDefault: flag,
  canDisable: flag,
  onlyWithCalls: flag,
  boundTo: Type.Optional(Type.Enum(['origin', 'prefix'])),
  display: Type.Optional(Type.Enum(['unsaid', 'summarized', 'omitted'])),
  inText: Type.Optional(Type.Enum(['tagged', 'unopened'])),
});

const schema = closed(
  {
    checkedBy: Type.Optional(
      Type.String({ minLength: 1, description: 'Whose checks a request meets: the name of a provider.' }),
    ),
    contextWindow: Type.Optional(whole('Tokens it can hold.', 1)),
    maxOutput: Type.Optional(whole('Tokens of its longest answer.', 1)),
    price: Type.Optional(
      closed(
        {
          asOf: Type.String({ description: 'The day on which it was so.' }),
          input: amount,
          output: amount,
          cacheRead: Type.Optional(amount),
          cacheWrite: Type.Optional(amount),
        },
        'US dollars for a million tokens.',
      ),
    ),
    tools: Type.Optional(Type.Enum(['native', 'prompt'])),
    toolIds: Type.Optional(Type.Enum(['openai', 'anthropic', 'kimi', 'mistral', 'none'])),
    toolNames: Type.Optional(
      closed({ first: Type.String({ minLength: 1 }), rest: Type.String({ minLength: 1 }), max: whole('', 16) }),
    ),
    toolSchema: Type.Optional(
      Type.Enum(['json-schema', 'openai', 'openai-strict', 'anthropic', 'gemini', 'mistral', 'moonshot', 'ollama']),
    ),
    toolArguments: Type.Optional(Type.Enum(['text', 'object'])),
    maxDescription: Type.Optional(whole('Characters of the longest description of a tool.', 1)),
    maxTools: Type.Optional(whole('Most tools.', 1)),
    maxCalls: Type.Optional(whole('Most calls in one message of the model.', 1)),
    needsDeclaredTools: flag,
    forcedToolChoice: Type.Optional(Type.Enum(['yes', 'without-thinking', 'no'])),
    parallelToolCalls: Type.Optional(Type.Enum(['settable', 'fixed'])),
    toolsNeedResponses: flag,
    systemRole: Type.Optional(Type.Enum(['system', 'developer', 'user'])),
    laterSystem: Type.Optional(Type.Enum(['in-place', 'after-user', 'user-text'])),
    firstMessage: Type.Optional(Type.Enum(['any', 'user'])),
    lastMessage: Type.Optional(Type.Enum(['any', 'user'])),
    bridgeAfterResults: flag,
    namedResults: flag,
    textBesideCalls: flag,
    callsLast: flag,
    media: Type.Optional(
      closed({
        user: media,
        results: media,
        model: media,
        urls: flag,
        documents: Type.Optional(Type.Enum(['file', 'document_url'])),
      }),
    ),
    thinking: Type.Optional(thinking),
    streaming: flag,
    maxTokensField: Type.Optional(Type.Enum(['max_tokens', 'max_completion_tokens'])),
    maxTokensRequired: flag,
    sampling: Type.Optional(Type.Enum(['any', 'one', 'without-thinking', 'none'])),
    stop: flag,
    responseFormat: Type.Optional(Type.Enum(['json-schema', 'json-object', 'none'])),
    cache: Type.Optional(Type.Enum(['breakpoints', 'key', 'none'])),
  },
  'What you know better about the model.',
);

export const traitsSchema: TUnsafe<TraitOverrides> = Type.Unsafe<TraitOverrides>(schema);

/** Does not compile when the two disagree. */
export const agreesWithTraits: true = proven<Same<Plain<Static<typeof schema>>, Plain<TraitOverrides>>>();
