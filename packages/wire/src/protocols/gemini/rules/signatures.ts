/** Rules that differ between generations of models: thought signatures, and media inside responses. */
import { asArray, asObject, asText } from '../../../json.ts';
import type { Rule } from '../../../rule.ts';
import { field } from '../field.ts';
import { eachContent, eachPart } from './view.ts';

/** A signature is base64; the words that stand for one are, too (GEM-011). */
const base64: RegExp = /^[A-Za-z0-9+/_-]+={0,2}$/;

export const signatureRules: readonly Rule[] = [
  {
    id: 'GEM-010',
    level: 'error',
    scope: 'message',
    text: 'The first call of every model content carries a thought signature, where the model demands them.',
    fix: "Send the call's own signature, or skip_thought_signature_validator where the model did not write it.",
    find: (view) => {
      if (view.traits.thinking.demanded === 'never') return [];
      return eachContent(view, (seen) => {
        const place = seen.parts.findIndex((part) => asObject(field(asObject(part), 'functionCall')) !== undefined);
        if (place === -1 || asText(field(asObject(seen.parts[place]), 'thoughtSignature')) !== '') return [];
        return [{ path: `${seen.path}.parts.${place}`, message: 'The call has no thought signature.' }];
      });
    },
  },
  {
    id: 'GEM-013',
    level: 'error',
    scope: 'message',
    text: 'A thought signature is base64.',
    fix: 'Send it as it came, on the part it came on.',
    find: (view) =>
      eachPart(view, (part) => {
        const signature = field(part, 'thoughtSignature');
        if (signature === undefined || (typeof signature === 'string' && base64.test(signature))) return undefined;
        return 'The thought signature is not base64.';
      }),
  },
  {
    id: 'GEM-030',
    level: 'error',
    scope: 'message',
    text: 'Media stand inside a response only where the model takes them.',
    fix: 'Move them into a user content after the responses.',
    find: (view) => {
      if (view.traits.media.results.length > 0) return [];
      return eachPart(view, (part) => {
        const response = asObject(field(part, 'functionResponse'));
        return asArray(field(response, 'parts')).length === 0 ? undefined : 'The response has parts.';
      });
    },
  },
];
