/**
 * The demonstration, with real parts: five calls at once, cancelled after two results, then the same conversation with one provider family
 * after another. One fixes a scratch project, the next adds a test to it. The user's folder is only read.
 */
import type { AgentTool, Session, SessionEvent, SessionOptions, SessionStore, SwitchReport } from '@interlock/runtime';
import { createDemoModel } from './demo-model.ts';
import { type Family, families, type StartedFamily, startFamilies } from './families.ts';
import { makeScratchProject } from './scratch-project.ts';
import { type SentRequest, sentRequest } from './sent-request.ts';

/** How many of the five calls may finish. */
const finishedCalls = 2;
const familyCount = 7;

export type DemonstrationEvent =
  | {
      readonly type: 'step';
      readonly number: number;
      readonly family: Family;
      /** What the step shows. */
      readonly what: string;
      readonly switched?: SwitchReport;
    }
  | { readonly type: 'user'; readonly text: string }
  | { readonly type: 'request'; readonly sent: SentRequest }
  | { readonly type: 'event'; readonly event: SessionEvent }
  | { readonly type: 'end'; readonly open: number };

export interface DemonstrationOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Where the conversation is stored, so that it can be inspected afterwards. */
  readonly store?: SessionStore;
  readonly report: (event: DemonstrationEvent) => void;
}

export async function demonstrate(options: DemonstrationOptions): Promise<void> {
  const scratch = await makeScratchProject();
  try {
    await demonstrateWith(scratch.folder, options);
  } finally {
    await scratch.remove();
  }
}

async function demonstrateWith(
  scratch: string,
  { folder, environment, signal, store, report }: DemonstrationOptions,
): Promise<void> {
  const runtime = await import('@interlock/runtime');
  const { createTransport } = await import('@interlock/wire');
  const transport = createTransport({ proxy: 'none' });
  const started = await startFamilies(families.slice(0, familyCount), {
    modelOf: ({ name }) => createDemoModel(name, scratch),
    onRequest: (request, { name }) => report({ type: 'request', sent: sentRequest(name, request) }),
  });
  const sandbox = await runtime.openSandbox({
    mode: 'auto',
    workspace: { root: folder, alsoAllowed: [scratch] },
    environment: runtime.cleanEnvironment(environment),
  });
  const holding = holdTools(runtime.builtInTools({ sandbox }), finishedCalls);
  try {
    const [first, ...others] = started.all;
    if (first === undefined) return;
    const options: SessionOptions = {
      ...runtime.codingAgent({}),
      route: first.target,
      workspace: folder,
      alsoAllowed: [scratch],
      // The requests are known: only the scratch project is changed.
      approve: async () => ({ verdict: 'allow' }),
      transport,
      environment,
      tools: holding.tools,
      instructions: false,
      subagents: false,
      // Two at once, so that of the five two have ended, two are running, and one has not started.
      limits: { parallel: finishedCalls },
    };
    // If nothing can be stored, the demonstration still runs.
    const session = await runtime
      .createSession({ ...options, ...(store === undefined ? {} : { store }) })
      .catch((error: unknown) => {
        if (store === undefined || !(error instanceof runtime.StoreError)) throw error;
        return runtime.createSession(options);
      });
    try {
      report({ type: 'step', number: 1, family: first, what: 'five calls at once, cancelled after two results' });
      await cancelledTurn(session, 'Look around.', signal, report);
      holding.release();
      for (const [index, step] of stepsOver(first, others).entries()) {
        if (signal.aborted) return;
        const switched = index === 0 ? undefined : session.switchTo(step.family.target);
        report({
          type: 'step',
          number: index + 2,
          family: step.family,
          what: step.what,
          ...(switched === undefined ? {} : { switched }),
        });
        await turn(session, step.text, signal, report);
      }
      report({ type: 'end', open: openCalls(session) });
    } finally {
      await session.close();
    }
  } finally {
    await transport.close();
    await started.close();
    await sandbox.close();
  }
}

type Report = DemonstrationOptions['report'];

/** Cancels the turn, as Esc does, when two calls have ended and two more are running. */
async function cancelledTurn(session: Session, text: string, signal: AbortSignal, report: Report): Promise<void> {
  report({ type: 'user', text });
  let starts = 0;
  let results = 0;
  for await (const event of session.send(text, { signal })) {
    report({ type: 'event', event });
    if (event.type === 'tool-start') starts += 1;
    if (event.type === 'tool-result') results += 1;
    if (starts === 2 * finishedCalls && results === finishedCalls) void session.cancel();
  }
}

async function turn(session: Session, text: string, signal: AbortSignal, report: Report): Promise<void> {
  report({ type: 'user', text });
  for await (const event of session.send(text, { signal })) report({ type: 'event', event });
}

interface Step {
  readonly family: StartedFamily;
  readonly what: string;
  readonly text: string;
}

/** The first family again, then each of the others, and back to the first, for which its own signatures are valid again. */
function stepsOver(first: StartedFamily, others: readonly StartedFamily[]): readonly Step[] {
  const [second, ...rest] = others;
  return [
    { family: first, what: 'a failing test is fixed', text: 'Fix the test.' },
    ...(second === undefined
      ? []
      : [{ family: second, what: `the work continues in ${second.speaks}`, text: 'Add a test.' }]),
    ...rest.map((family) => ({ family, what: `the same in ${family.speaks}`, text: 'List the files.' })),
    { family: first, what: 'and back', text: 'What do you remember?' },
  ];
}

/** Calls without a completion. */
function openCalls({ state }: Session): number {
  const blocks = state.contents.flatMap((content) => content.blocks);
  const answered = new Set(blocks.flatMap((block) => (block.type === 'tool_response' ? [block.callId] : [])));
  return blocks.filter((block) => block.type === 'tool_call' && !answered.has(block.id)).length;
}

interface HoldableTools {
  readonly tools: readonly AgentTool[];
  /** Lets every call run from now on. */
  release(): void;
}

/** Real tools of which only the first calls run; the others start and wait until they are cancelled. */
function holdTools(tools: readonly AgentTool[], finishedCalls: number): HoldableTools {
  let remaining = finishedCalls;
  return {
    tools: tools.map((tool) => ({
      ...tool,
      run: async (args, context) => {
        remaining -= 1;
        if (remaining < 0) await waitForAbort(context.signal);
        context.signal.throwIfAborted();
        return tool.run(args, context);
      },
    })),
    release: () => {
      remaining = Number.POSITIVE_INFINITY;
    },
  };
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
