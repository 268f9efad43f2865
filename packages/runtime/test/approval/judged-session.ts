/** A session whose model makes exactly the given calls, and how each call ended. Everything except the model is real. */
import type { Model, Seen } from '@interlock/simulators';
import type { ApprovalRequest, Session, SessionEvent, SessionOptions } from '../../src/index.ts';
import { type Agents, openAgents, play } from '../agents.ts';

export type Call = readonly [tool: string, args: object];
/** `runs`: without a question. `asks`: someone was asked. `refuses`: neither. */
export type Fate = 'runs' | 'asks' | 'refuses';

export interface JudgedSession {
  readonly workspace: string;
  readonly session: Session;
  readonly asked: readonly ApprovalRequest[];
  /** The calls are made in one answer of the model, in this order. Every question is answered with no. */
  judge(calls: readonly Call[]): Promise<readonly Fate[]>;
  /** How each call ended. */
  outcomes(): readonly Extract<SessionEvent, { type: 'tool-result' }>['outcome'][];
  close(): Promise<void>;
}

/** A model that takes the user's message as the list of calls, and finishes after their results. */
const obedient: Model = ({ turns }: Seen) => {
  const last = turns.at(-1);
  const calls: readonly Call[] = last?.role === 'user' && last.text.startsWith('[') ? JSON.parse(last.text) : [];
  if (calls.length === 0) return { parts: [{ say: 'Done.' }], stop: 'end' };
  return { parts: calls.map(([call, args]) => ({ call, args: { ...args } })), stop: 'calls' };
};

export async function openJudged(options: Partial<SessionOptions> = {}): Promise<JudgedSession> {
  const agents: Agents = await openAgents({ model: obedient, only: ['anthropic'] });
  const asked: ApprovalRequest[] = [];
  const session = await agents.open({
    route: agents.target('anthropic'),
    environment: { PATH: process.env['PATH'] },
    approve: async (request) => {
      asked.push(request);
      return { verdict: 'deny' };
    },
    ...options,
  });
  let events: readonly SessionEvent[] = [];
  return {
    workspace: session.state.workspace,
    session,
    asked,
    judge: async (calls) => {
      events = await play(session, JSON.stringify(calls));
      const ids = events.flatMap((event) => (event.type === 'tool-call' ? [event.id] : []));
      return ids.map((id): Fate => {
        const has = (type: SessionEvent['type']): boolean =>
          events.some((event) => event.type === type && 'id' in event && event.id === id);
        if (has('tool-approval')) return 'asks';
        return has('tool-start') ? 'runs' : 'refuses';
      });
    },
    outcomes: () => events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome] : [])),
    close: () => agents.close(),
  };
}
