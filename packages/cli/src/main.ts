#!/usr/bin/env node
/** The `interlock` command. */
import { run } from './run.ts';

// A reader that goes away (`| head`) also raises an event; what it means is decided where the text is written.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { stdin, stdout, stderr, env } = process;

/** Only while somebody waits for it: all else ends at once, as it does without us. */
const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

// Not process.exit: what is still on its way to a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, interrupted });
