#!/usr/bin/env node
/** The `interlock` command. */
import type { Interruption } from './io/exit-codes.ts';
import { userEnvironment } from './io/user-environment.ts';
import { run } from './program/run.ts';
import { sanitize } from './terminal/sanitize.ts';
import { failureOf } from './wording/failure-of.ts';

// A closed pipe (`| head`) also raises an event; it is handled where the text is written.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { stdin, stdout, stderr } = process;
const env = userEnvironment(process.env);

/** Signals are caught only while something waits for one. Otherwise, and after the first, they end the process at once, as by default. */
const interrupted = (): Promise<Interruption> =>
  new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const onSignal = (signal: NodeJS.Signals): void => {
      for (const each of signals) process.off(each, onSignal);
      resolve(signals.find((each) => each === signal) ?? 'SIGTERM');
    };
    for (const signal of signals) process.on(signal, onSignal);
  });

// Report an uncaught error like any other, then exit at once: the state is unknown.
process.on('uncaughtException', (error) => {
  const { exitCode, message } = failureOf(error);
  process.stderr.write(`interlock: ${message}\n`);
  if (process.argv.includes('--debug')) process.stderr.write(`${sanitize(error.stack ?? '')}\n`);
  process.exit(exitCode);
});

// process.exit would lose output that is still on its way to a pipe.
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, interrupted });
