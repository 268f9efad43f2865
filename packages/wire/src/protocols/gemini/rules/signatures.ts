/** Rules that differ between model generations: thought signatures, and media inside responses. */
import { asArray, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { field } from '../field.ts';
import { inEach, pathOf, readBody, type SeenContent } from './read-body.ts';

/** A signature is base64, and so are its placeholders (GEM-011). */
const base64: RegExp = /^[A-Za-z0-9+/_-]+={0,2}$/;

export const signatureRules: readonly Rule[] = [
  {
    id: 'GEM-010',
    level: 'error',
    scope: 'message',
    text: 'The first call of every model content of the current turn carries a thought signature, if the model requires them.',
    fix: "Send the call's own signature, or skip_thought_signature_validator where the model did not write it.",
    find: findUnsigned,
  },
  {
    id: 'GEM-013',
    level: 'error',
    scope: 'message',
    text: 'A thought signature is base64.',
    fix: 'Send it back unchanged, on the part it came on.',
    find: inEach('parts', ({ part }) => {
      const signature = field(part, 'thoughtSignature');
      if (signature === undefined || (typeof signature === 'string' && base64.test(signature))) return undefined;
      return 'The thought signature is not base64.';
    }),
  },
  {
    id: 'GEM-030',
    level: 'error',
    scope: 'message',
    text: 'Media are inside a response only where the model accepts them.',
    fix: 'Move them into a user content after the responses.',
    find: inEach('responses', ({ response }, { traits }) =>
      traits.media.results.length > 0 || asArray(response?.['parts']).length === 0
        ? undefined
        : 'The response has parts.',
    ),
  },
];

function findUnsigned(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  if (view.traits.thinking.demanded === 'never') return found;
  const { contents } = view.once(readBody);
  const turn = contents.findLast(saysSomething)?.at ?? -1;
  for (const { at, calls } of contents) {
    const [first] = calls;
    if (first === undefined || asText(field(first.part, 'thoughtSignature')) !== '') continue;
    const finding = { path: pathOf(first), message: 'The call has no thought signature.' };
    found.push(at > turn ? finding : { ...finding, level: 'warning' });
  }
  return found;
}

/** A user message starts a turn; only calls of the current turn are checked. */
function saysSomething({ role, parts, responses }: SeenContent): boolean {
  return role !== 'model' && parts.length > responses.length;
}
