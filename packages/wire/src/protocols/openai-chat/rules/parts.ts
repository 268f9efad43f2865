/** Rules for the parts of a content, by where they are. */
import { asObject, asText } from '../../../json/json.ts';
import { openaiServers } from '../../../rules/openai.ts';
import { type Rule, where } from '../../../rules/rule.ts';
import type { MediaKind, Traits } from '../../../traits/traits.ts';
import { inEach, partPath } from './read-body.ts';

const kinds: ReadonlyMap<string, MediaKind> = new Map([
  ['image_url', 'image'],
  ['input_audio', 'audio'],
  ['file', 'pdf'],
  ['document_url', 'pdf'],
  ['video_url', 'video'],
]);

function isAzureFile({ role, type }: { readonly role: string; readonly type: string }, { checkedBy }: Traits): boolean {
  return checkedBy === 'azure' && role === 'user' && type === 'file';
}

export const partRules: readonly Rule[] = [
  {
    id: 'OAC-012',
    level: 'error',
    refusedBy: [...openaiServers, 'deepseek', 'mistral'],
    scope: 'message',
    text: 'Media are in user messages; in tool messages only where the target accepts them there (MIS-020).',
    fix: 'Put a note there instead, and the media into a user message after all tool messages.',
    find: inEach('parts', (seen, { traits }) => {
      const kind = seen.role === 'user' ? undefined : kinds.get(seen.type);
      if (kind === undefined || (seen.role === 'tool' && traits.media.results.includes(kind))) return undefined;
      return { path: partPath(seen), message: `${seen.type} in a ${seen.role} message` };
    }),
  },
  {
    id: 'OAC-013',
    level: 'error',
    refusedBy: [...openaiServers, 'deepseek', 'mistral'], // DSK-012
    scope: 'message',
    text: 'Parts of user messages are text, or media the model accepts.',
    fix: 'Describe in words what was there.',
    find: inEach('parts', (seen, { traits }) => {
      const { role, type } = seen;
      if (role !== 'user' || type === 'text' || type === 'thinking') return undefined;
      const kind = kinds.get(type);
      if (kind !== undefined && traits.media.user.includes(kind)) return undefined;
      if (isAzureFile(seen, traits)) return undefined;
      const finding = { path: partPath(seen), message: `a part of type "${type}" is not accepted` };
      // OpenAI's vision models have accepted PDFs; which ones is not documented.
      const isPdf = type === 'file' && traits.media.user.includes('image') && traits.checkedBy === 'openai';
      return isPdf ? { ...finding, level: 'warning' } : finding;
    }),
  },
  {
    id: 'AZR-013',
    level: 'error',
    refusedBy: ['azure'],
    scope: 'message',
    text: 'Chat at Azure accepts no files.',
    fix: 'Use Responses, or describe in words what was there.',
    find: inEach('parts', (seen, { traits }) =>
      isAzureFile(seen, traits)
        ? { path: partPath(seen), message: 'a part of type "file" is not accepted' }
        : undefined,
    ),
  },
  {
    id: 'MIS-019',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    text: 'Thinking chunks are in assistant messages, of targets that support them.',
    fix: 'Omit the chunk.',
    find: inEach('parts', (seen, { traits }) => {
      if (seen.type !== 'thinking' || (seen.role === 'assistant' && traits.thinking.replay === 'chunks'))
        return undefined;
      return { path: partPath(seen), message: `a thinking chunk in a ${seen.role} message` };
    }),
  },
  {
    id: 'OLL-010',
    level: 'error',
    refusedBy: ['ollama'],
    scope: 'message',
    text: 'Media are given as data where the target does not fetch them.',
    fix: 'Send the bytes.',
    find: where(
      ({ traits }) => !traits.media.urls,
      inEach('parts', (seen) => {
        const image = seen.part['image_url'];
        const url = asText(asObject(image)?.['url']) || asText(image);
        return /^https?:/i.test(url) ? { path: `${partPath(seen)}.image_url`, message: 'is a URL' } : undefined;
      }),
    ),
  },
];
