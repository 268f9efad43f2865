/** Checks a request against what really happened: nothing refused, lost, duplicated, or attached to another call. */
import type { LoggedRequest, Seen, SeenCall } from '@interlock/simulators';
import { complaint, marksSeen } from '../conformance/seen-marks.ts';
import { childMark, summaryMark } from './model.ts';
import { numberOf, numbersIn, type TrackedSession } from './tracked-session.ts';

/** Complaints; none for a correct request. */
export function judgeRequest(
  request: LoggedRequest,
  url: string,
  tracked: TrackedSession,
  isKnown: (n: number) => boolean,
): readonly string[] {
  // Requests that no model answers, such as a query for a model's capabilities, contain no history.
  if (request.verdict === 'served') return [];
  const said = complaint(request);
  const about = `${request.model ?? request.path}: `;
  if (said !== undefined) return [about + said];
  const { seen } = request;
  if (seen === undefined || seen.system.includes(summaryMark)) return [];
  if (seen.turns.some(({ role, text }) => role === 'user' && text.startsWith(childMark))) return [];
  const misrouted = tracked.choice.reachable.some(({ simulator }) => simulator.url === url)
    ? []
    : ['sent to a target that is not on the route'];
  return [...misrouted, ...shownWrongly(seen, tracked, isKnown), ...ofOthers(seen)].map((each) => about + each);
}

function shownWrongly(
  seen: Seen,
  { session, must }: TrackedSession,
  isKnown: (n: number) => boolean,
): readonly string[] {
  const shown = new Map([...marksSeen(seen)].map(([mark, count]) => [Number(/\d+/.exec(mark)?.[0]), count]));
  const present = numbersIn(session.state.contents);
  const lost = [...must].filter((n) => present.has(n) && !shown.has(n)).map((n) => `result ${n} is not shown`);
  const twice = [...shown].filter(([, count]) => count > 1).map(([n, count]) => `result ${n} is shown ${count} times`);
  const strange = [...shown.keys()].filter((n) => !isKnown(n)).map((n) => `result ${n} is not of this session`);
  return [...lost, ...twice, ...strange];
}

/** By id if there are ids; otherwise the results of a batch come in the order of its calls. */
function ofOthers({ turns }: Seen): readonly string[] {
  const byId = new Map<string, SeenCall>();
  let open: SeenCall[] = [];
  const wrong: string[] = [];
  for (const { calls, results } of turns) {
    if (calls.length > 0 && results.length === 0) open = [...open, ...calls];
    for (const call of calls) if (call.id !== '') byId.set(call.id, call);
    for (const { id, text } of results) {
      const next = open.shift();
      const call = id === '' ? next : byId.get(id);
      const wanted = numberOf(call?.args);
      const got = /\[\[result (\d+)\]\]/.exec(text)?.[1];
      if (got !== undefined && Number(got) !== wanted) wrong.push(`the call ${wanted} has the result ${got}`);
    }
  }
  return wrong;
}
