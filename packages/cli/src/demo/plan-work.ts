/** Work of the scripted model that takes several steps: it fixes the scratch project and adds a test, and runs the tests each time. */
import { join } from 'node:path';
import type { CallResult } from './describe-results.ts';
import type { PlannedCall } from './plan-request.ts';
import { anotherTest, bug, testCommand } from './scratch-project.ts';

export type Work = 'fix' | 'add';

export type WorkStep =
  | { readonly do: 'call'; readonly say: string; readonly calls: readonly PlannedCall[] }
  | { readonly do: 'say'; readonly text: string };

/** Undefined: the request is about something else. */
export function workOf(request: string): Work | undefined {
  return works.find(({ pattern }) => pattern.test(request.trim()))?.work;
}

const works: readonly { readonly pattern: RegExp; readonly work: Work }[] = [
  { pattern: /^(?:please )?(?:fix|mend|repair)\b.*\btests?\b/isu, work: 'fix' },
  { pattern: /^(?:please )?(?:add|write)\b.*\btests?\b/isu, work: 'add' },
];

/** `answered`: the results since the request. */
export function nextStep(work: Work, folder: string, answered: readonly CallResult[]): WorkStep {
  const steps = work === 'fix' ? fixing(folder) : adding(folder);
  const last = answered.at(-1);
  if (last?.result.isError === true && !isTestRun(last)) return { do: 'say', text: failureText(last) };
  if (work === 'fix' && answered.length === steps[0]?.calls.length && isFixed(answered))
    return { do: 'say', text: `\`${bug.path}\` counts quantities already. Try \`add a test\`.` };
  let done = 0;
  for (const { say, calls } of steps) {
    if (answered.length <= done) return { do: 'call', say, calls };
    done += calls.length;
  }
  return { do: 'say', text: endText(work, last) };
}

type Step = Omit<Extract<WorkStep, { readonly do: 'call' }>, 'do'>;

function fixing(folder: string): readonly Step[] {
  return [
    {
      say: "I'll read the code and its test, then run the test.",
      calls: [read(folder, bug.path), read(folder, 'basket.test.mjs'), runTests(folder)],
    },
    {
      say: `The test fails because \`${bug.path}\` ignores the quantity. I'll change that line.`,
      calls: [
        {
          call: 'edit_file',
          args: { path: join(folder, bug.path), old_text: bug.wrong, new_text: bug.right },
        },
      ],
    },
    { say: "I'll run the test again.", calls: [runTests(folder)] },
  ];
}

function adding(folder: string): readonly Step[] {
  return [
    {
      say: "I'll write a test for an empty basket.",
      calls: [{ call: 'write_file', args: { path: join(folder, anotherTest.path), content: anotherTest.text } }],
    },
    { say: "I'll run all tests.", calls: [runTests(folder)] },
  ];
}

function read(folder: string, name: string): PlannedCall {
  return { call: 'read_file', args: { path: join(folder, name) } };
}

function runTests(folder: string): PlannedCall {
  return { call: 'run_command', args: { command: testCommand, cwd: folder, description: 'Run the tests' } };
}

/** Whether the tests ran, even if they failed. Tests that could not run, or were not allowed, have no counts. */
function isTestRun({ call, result }: CallResult): boolean {
  return call.name === 'run_command' && countOf('fail', result.text) !== undefined;
}

function isFixed(answered: readonly CallResult[]): boolean {
  return answered.some(({ call, result }) => call.name === 'read_file' && result.text.includes(bug.right));
}

function failureText({ call, result }: CallResult): string {
  return `I'll stop here: \`${call.name}\` failed. It said: ${result.text.split('\n')[0] ?? ''}`;
}

function endText(work: Work, last: CallResult | undefined): string {
  const passed = countOf('pass', last?.result.text ?? '');
  const failed = countOf('fail', last?.result.text ?? '');
  if (failed !== 0 || passed === undefined) return 'The tests still fail. Their output is above.';
  const tests = passed === 1 ? 'The test passes' : `All ${passed} tests pass`;
  return work === 'fix'
    ? `${tests} now. Next: \`/model\`, choose another provider, and then \`add a test\`.`
    : `${tests}. \`/rewind\` undoes changes; the project is removed when you exit.`;
}

/** Node's test runner prints `ℹ fail 0`. */
function countOf(what: 'pass' | 'fail', output: string): number | undefined {
  const found = new RegExp(`^. ${what} (\\d+)$`, 'mu').exec(output)?.[1];
  return found === undefined ? undefined : Number(found);
}
