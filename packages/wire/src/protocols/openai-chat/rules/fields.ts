/** Rules for the fields of a message. */
import { asText } from '../../../json/json.ts';
import { openaiServers } from '../../../rules/openai.ts';
import { type BodyView, type Finding, nothing, type Rule, where } from '../../../rules/rule.ts';
import type { ThinkingReplay } from '../../../traits/traits.ts';
import { inEach, messagePath, readBody, type SeenMessage } from './read-body.ts';

/** What every server knows, and all that Groq does. */
const shared: readonly string[] = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call'];

/** Parts of every answer of OpenAI and of Mistral: clients send answers back unchanged. */
const ofAnswers: readonly string[] = ['refusal', 'audio', 'annotations', 'prefix'];

/** The fields in which thinking may be sent back; vLLM reads both names (VLL-005). */
const reasoning: Readonly<Partial<Record<ThinkingReplay, readonly string[]>>> = {
  reasoning_content: ['reasoning_content'],
  reasoning: ['reasoning', 'reasoning_content'],
  reasoning_details: ['reasoning_details', 'reasoning'],
};

const mistral: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['system', new Set(['role', 'content'])],
  ['user', new Set(['role', 'content'])],
  ['assistant', new Set(['role', 'content', 'tool_calls', 'prefix'])],
  ['tool', new Set(['role', 'content', 'tool_call_id', 'name'])],
]);

function isMistral({ traits }: BodyView): boolean {
  return traits.toolIds === 'mistral';
}

/** Fields that are not in `knownIn(message)`. If that is undefined, all fields are known. */
function unknownFields(
  messages: readonly SeenMessage[],
  knownIn: (seen: SeenMessage) => ReadonlySet<string> | undefined,
  why: (seen: SeenMessage) => string,
  strict = false,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const seen of messages) {
    const known = knownIn(seen);
    if (known === undefined) continue;
    for (const field of Object.keys(seen.message)) {
      // Some clients send null; only Mistral and Groq refuse it.
      if (!known.has(field) && (strict || seen.message[field] !== null))
        found.push({ path: `${messagePath(seen)}.${field}`, message: why(seen) });
    }
  }
  return found;
}

/** OAC-025: the older pattern, which every version accepts, and the newer one. */
const messageName: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;
const newerName: RegExp = /^[^\s<|\\/>]{1,64}$/;

export const fieldRules: readonly Rule[] = [
  {
    id: 'GRQ-001',
    level: 'error',
    refusedBy: ['groq'],
    scope: 'message',
    text: 'Unknown fields of messages are refused; thinking has a field only where the target accepts it.',
    fix: 'Omit the field.',
    find: (view) => {
      if (isMistral(view)) return nothing;
      const { checkedBy, thinking } = view.traits;
      const isGroq = checkedBy === 'groq';
      const known = new Set([...shared, ...(isGroq ? [] : ofAnswers), ...(reasoning[thinking.replay] ?? [])]);
      // Only these messages have fields besides role, content and calls.
      return unknownFields(
        view.once(readBody).withExtraFields,
        () => known,
        () => 'is an unknown field',
        isGroq,
      );
    },
  },
  {
    id: 'MIS-017',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    text: 'Every role has its fields; others are refused, even when they are null.',
    fix: 'Omit the field.',
    find: where(isMistral, (view) =>
      unknownFields(
        view.once(readBody).messages,
        ({ role }) => mistral.get(role),
        ({ role }) => `is not a field of a ${role} message`,
        true,
      ),
    ),
  },
  {
    id: 'OAC-025',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Names on messages are letters, digits, _ and -, at most 64.',
    fix: 'Omit the name.',
    find: inEach('withExtraFields', (seen) => {
      const { name = null } = seen.message;
      if (name === null || messageName.test(asText(name))) return undefined;
      const finding = { path: `${messagePath(seen)}.name`, message: 'is not an accepted name' };
      return newerName.test(asText(name)) ? { ...finding, level: 'warning' } : finding;
    }),
  },
];
