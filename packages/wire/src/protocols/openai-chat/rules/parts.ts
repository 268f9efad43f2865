/** The parts of a content, by where they stand. */
import { asObject, asText } from '../../../json.ts';
import type { Rule } from '../../../rule.ts';
import type { MediaKind, Traits } from '../../../traits.ts';
import { inEach, partsOf, type SeenMessage } from './messages.ts';

const kinds: Readonly<Record<string, MediaKind>> = {
  image_url: 'image',
  input_audio: 'audio',
  file: 'pdf',
  document_url: 'pdf',
  video_url: 'video',
};

function inEachPart(find: (type: string, seen: SeenMessage, traits: Traits) => string | undefined): Rule['find'] {
  return inEach((seen, { traits }) =>
    partsOf(seen).flatMap(({ part, path }) => {
      const message = find(asText(part['type']), seen, traits);
      return message === undefined ? [] : [{ path, message }];
    }),
  );
}

export const partRules: readonly Rule[] = [
  {
    id: 'OAC-012',
    level: 'error',
    scope: 'message',
    text: 'Media stand in user messages; in tool messages only where the target takes them there (MIS-020).',
    fix: 'Put a note in their place, and the media into a user message after all tool messages.',
    find: inEachPart((type, { role }, { media }) => {
      const kind = kinds[type];
      if (kind === undefined || role === 'user' || (role === 'tool' && media.results.includes(kind))) return undefined;
      return `${type} in a ${role} message`;
    }),
  },
  {
    id: 'OAC-013',
    level: 'error',
    scope: 'message',
    text: 'Parts of user messages are text, or media the model takes.',
    fix: 'Say in words what was there.',
    find: inEachPart((type, { role }, { media }) => {
      const kind = kinds[type];
      if (role !== 'user' || type === 'text' || type === 'thinking') return undefined;
      return kind !== undefined && media.user.includes(kind) ? undefined : `a part of type "${type}" is not taken`;
    }),
  },
  {
    id: 'MIS-019',
    level: 'error',
    scope: 'message',
    text: 'Thinking chunks stand in assistant messages, of targets that know them.',
    fix: 'Leave the chunk out.',
    find: inEachPart((type, { role }, { thinking }) => {
      if (type !== 'thinking' || (role === 'assistant' && thinking.replay === 'chunks')) return undefined;
      return `a thinking chunk in a ${role} message`;
    }),
  },
  {
    id: 'OLL-010',
    level: 'error',
    scope: 'message',
    text: 'Media are given as data where the target does not fetch them.',
    fix: 'Send the bytes.',
    find: inEach((seen, { traits }) => {
      if (traits.media.urls) return [];
      return partsOf(seen).flatMap(({ part, path }) => {
        const url = asText(asObject(part['image_url'])?.['url']) || asText(part['image_url']);
        return /^https?:/i.test(url) ? [{ path: `${path}.image_url`, message: 'is an address' }] : [];
      });
    }),
  },
];
