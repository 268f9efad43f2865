/** Anything that contains a conversation can be opened, and its repaired version breaks no rule. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../test/architecture/repository.ts';
import { diagnose } from '../../src/inspect/diagnose.ts';
import { readDocument } from '../../src/inspect/read-document.ts';
import { rowsOf } from '../../src/inspect/rows.ts';

const bytesOf = (file: string): Buffer => readFileSync(join(root, file));

interface Reported {
  readonly request?: unknown;
}

const reported = globSync('fixtures/reported/*.json', { cwd: root })
  .sort()
  .map((file): readonly [string, Reported] => [file, JSON.parse(bytesOf(file).toString())]);
const bodies = reported.filter(([, { request }]) => request !== undefined);

test('reads every reported history as a history, every reported body as a request', async () => {
  const read = await Promise.all(
    reported.map(async ([file, { request }]) => {
      const history = await readDocument(bytesOf(file), file);
      const body = request === undefined ? undefined : await readDocument(Buffer.from(JSON.stringify(request)), file);
      return [file, history.kind, rowsOf(history).length > 0, body?.kind];
    }),
  );
  const kindOf = ({ request }: Reported): string | undefined => (request === undefined ? undefined : 'request');
  expect(read).toEqual(reported.map(([file, each]) => [file, 'history', true, kindOf(each)]));
});

test('a repaired body can be read again, and its protocol’s first provider rejects nothing', async () => {
  const some = bodies.filter((_, index) => index % 6 === 0);
  for (const [file, { request }] of some) {
    const { whole } = await diagnose(await readDocument(Buffer.from(JSON.stringify(request)), file));
    const again = await diagnose(await readDocument(Buffer.from(whole?.text ?? ''), file));
    const [first] = again.targets;
    const refused = again.findings.filter(
      ({ severity, targets }) => severity === 'error' && targets.includes(first ?? ''),
    );
    expect({ file, refused }).toEqual({ file, refused: [] });
  }
});

test.each([
  ['claude-code/three-calls-and-a-picture.jsonl', 'Claude Code'],
  ['claude-code/killed-and-compacted.jsonl', 'Claude Code'],
  ['codex/killed-and-compacted.jsonl', 'Codex'],
  ['continue/two-calls.json', 'Continue'],
])('fixtures/sessions/%s', async (file, label) => {
  const { kind, format, log } = await readDocument(bytesOf(`fixtures/sessions/${file}`), file);
  expect({ kind, format: format?.slice(0, label.length), isEmpty: log.length === 0 }).toEqual({
    kind: 'agent-session',
    format: label,
    isEmpty: false,
  });
});

const said = { speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] };

test.each<
  [string, string | Uint8Array, { readonly kind: string; readonly rows: number; readonly places: readonly string[] }]
>([
  ['nothing', '', { kind: 'unreadable', rows: 0, places: [''] }],
  ['prose', 'hello there', { kind: 'unreadable', rows: 0, places: ['line 1, column 1'] }],
  ['bytes', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), { kind: 'unreadable', rows: 0, places: ['line 1, column 2'] }],
  ['other JSON', '{"a":1}', { kind: 'unreadable', rows: 0, places: ['$'] }],
  [
    'a trailing comma',
    `[${JSON.stringify(said)},]`,
    { kind: 'history', rows: 1, places: [expect.stringContaining('line 1')] },
  ],
  [
    'a truncated history',
    `[${JSON.stringify(said)},{"speaker":"ai","blo`,
    { kind: 'history', rows: 2, places: [expect.stringContaining('line 1')] },
  ],
  [
    'a torn line',
    `${JSON.stringify(said)}\n{"speaker":"ai","blo\n${JSON.stringify(said)}\n`,
    { kind: 'history', rows: 2, places: [expect.stringContaining('line 2')] },
  ],
  ['an invalid entry', JSON.stringify([said, 7, said]), { kind: 'history', rows: 2, places: ['$[1]'] }],
  [
    'messages without a request',
    JSON.stringify([{ role: 'user', content: 'hi' }]),
    { kind: 'request', rows: 1, places: ['$'] },
  ],
])('%s: what is wrong, where, and what could still be read', async (_name, text, expected) => {
  const document = await readDocument(Buffer.from(text), 'input');
  const places = document.problems.map(({ place }) => place);
  expect({ kind: document.kind, rows: rowsOf(document).length, places }).toEqual(expected);
});
