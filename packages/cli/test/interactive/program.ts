/**
 * The interactive program with the agent of the tests, to run in a terminal.
 *
 *   node program.ts <workspace> <store> <gates> [session to resume]
 */
import process from 'node:process';
import { runInteractive } from '../../src/interactive/run-interactive.ts';
import { patientTimer } from '../terminal/patient-timer.ts';
import { openTestAgent } from './test-agent.ts';

const [workspace = '.', store = '.', gates = '.', resumed] = process.argv.slice(2);
const agent = await openTestAgent({ workspace, store, gates }, resumed);
const { stdin, stdout, stderr, env } = process;
process.on('SIGUSR2', () => {
  throw new Error('It broke.');
});

/** `TEST_AGENT=broken`: the agent cannot be opened. */
const broken = async (): Promise<never> => {
  await agent.close();
  throw new Error('There is no agent.');
};
const { TEST_AGENT: how } = env;
process.exitCode = await runInteractive(
  how === 'broken' ? broken : async () => agent,
  { stdin, stdout, stderr, env },
  undefined,
  patientTimer,
).catch((error: Error) => {
  stderr.write(`${error.message}\n`);
  return 2;
});
