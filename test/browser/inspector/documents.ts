/** Files to inspect: valid and broken ones, one that tries to run script in the page, and one with a hundred thousand entries. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../architecture/repository.ts';

const script = '<img src=x onerror="globalThis.wasRun = true"><script>globalThis.wasRun = true</script>';

/** Reverses the writing direction, clears a terminal, uses unusual line separators. */
const controls = 'before \u001b[2J\u0007\u0000\u202e reversed \u2066 \u2028 \u200b after';

export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Documents {
  readonly broken: string;
  readonly body: string;
  readonly agent: string;
  readonly hostile: string;
  readonly large: string;
  readonly cut: string;
}

export const largeEntries = 100_000;

export function writeDocuments(folder: string): Documents {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };
  const reported = JSON.parse(readFileSync(join(root, 'fixtures/reported/anthropic-result-in-tool-role.json'), 'utf8'));
  return {
    broken: join(root, 'fixtures/field/001-cc-parallel-pair-unanswered.json'),
    body: write('body.json', reported.request),
    agent: join(root, 'fixtures/sessions/claude-code/three-calls-and-a-picture.jsonl'),
    hostile: write(
      `${encodeURIComponent('"><b onclick=x>')}<svg onload=alert(1)>.json`.replaceAll('/', '_'),
      hostile(),
    ),
    large: write('large.json', large()),
    cut: write(
      'cut.json',
      '[{"speaker":"human","blocks":[{"type":"text","text":"still here"}]},{"speaker":"ai","blocks":[{"ty',
    ),
  };
}

function hostile(): object {
  const call = (id: string, name: string, parameters: object) => ({ type: 'tool_call', id, name, parameters });
  const result = (callId: string, text: string) => ({ type: 'tool_response', callId, toolName: 'x', result: text });
  return {
    contents: [
      { speaker: 'human', blocks: [{ type: 'text', text: script }] },
      {
        speaker: 'ai',
        metadata: { provider: script, model: script, turnId: script },
        blocks: [
          { type: 'thinking', thought: script + controls },
          call('a', script, { path: script }),
          call('b', controls, { ['__proto__']: script, text: controls }),
          call('c', 'big', {}),
        ],
      },
      {
        speaker: 'tool',
        blocks: [result('a', script), result('b', controls), result('c', `${'0123456789'.repeat(1_000_000)}the end`)],
      },
      {
        speaker: 'human',
        blocks: [
          {
            type: 'media',
            mimeType: 'image/svg+xml',
            encoding: 'base64',
            filename: script,
            data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.wasRun = true"/>').toString(
              'base64',
            ),
          },
          { type: 'media', mimeType: 'image/png', encoding: 'base64', filename: 'dot.png', data: onePixel },
          { type: 'media', mimeType: 'image/png', encoding: 'url', data: 'http://127.0.0.1:9/beacon.png' },
        ],
      },
    ],
  };
}

/** Now and then, a fourth entry is a call without a result. */
function large(): readonly object[] {
  return Array.from({ length: largeEntries }, (_, index) => {
    if (index % 2 === 0) return { speaker: 'human', blocks: [{ type: 'text', text: `question ${index}` }] };
    const lines = Array.from({ length: index % 7 }, (_each, line) => `line ${line} of ${index}`);
    return { speaker: 'ai', blocks: [{ type: 'text', text: [`answer ${index}`, ...lines].join('\n') }] };
  });
}
