/** A terminal that can only show lines, in this process: what happens when the input ends. */
import { Readable } from 'node:stream';
import { builtInTools } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { runInteractive } from '../../src/interactive/run-interactive.ts';
import { openPrintAgent, type PrintAgent } from '../headless/print-agent.ts';
import { createStreams, type Streams } from '../headless/sink.ts';

let opened: PrintAgent | undefined;
afterEach(async () => opened?.close());

/** Standard input stays open until something is on the screen; then it ends, as with Ctrl-D. */
function typed(text: string, until: string): Streams {
  const streams = createStreams();
  const stdin = Object.assign(new Readable({ read: () => {} }), { isTTY: true });
  stdin.push(text);
  streams.stdout.onWrite = (written) => {
    if ((streams.stdout.text() + written).includes(until) && !stdin.readableEnded) stdin.push(null);
    return undefined;
  };
  return { ...streams, io: { ...streams.io, stdin, env: { TERM: 'dumb' } } };
}

test('Ctrl-D at a question means no: the turn ends, and so does the program', async () => {
  const write = { tool: 'write_file', args: { path: 'a.txt', content: 'x' } };
  opened = await openPrintAgent(
    script([{ when: { of: 'write_file' }, say: 'It was not written.' }, { call: [write] }]),
    { tools: builtInTools() },
  );
  const streams = typed('please write\n', 'yes, once');
  expect(await runInteractive(opened.agent, streams.io)).toBe(0);
  expect(streams.stdout.text()).toContain('It was not written.');
  expect(streams.stdout.text()).toContain('not allowed');
});

test('Ctrl-D in a list chooses nothing', async () => {
  opened = await openPrintAgent(script([{ say: 'Fine.' }]), { tools: [] });
  const to = { provider: 'anthropic', credentials: [{ key: 'k' }] };
  const choices = ['anthropic/a', 'anthropic/b'].map(
    (name) => ({ name, kind: 'model', note: '', usable: true, to }) as const,
  );
  const streams = typed('/model\n', 'Enter a number');
  expect(await runInteractive({ ...opened.agent, choices }, streams.io)).toBe(0);
});
