/** Every call on a timeline for each turn: waiting, approval, running, and how it ended. */
import type { VNode } from 'preact';
import type { DocumentFacts, LedgerCall, LedgerPage, LedgerTurn } from '../asking/api.ts';
import { usePages } from '../asking/use-pages.ts';
import { durationText, plural, timeText, visibleText } from '../parts/format.ts';
import { VirtualList } from '../parts/virtual-list.tsx';

export function LedgerView({ facts }: { readonly facts: DocumentFacts }): VNode {
  const { total, at, error } = usePages<LedgerTurn, LedgerPage>(
    `documents/${facts.id}/ledger?`,
    facts.version,
    ({ turns }) => turns,
  );
  return (
    <section class="view ledger" aria-label="Ledger">
      <div class="legend" aria-hidden="true">
        {['wait', 'approval', 'complete', 'error', 'closed', 'running'].map((kind) => (
          <span key={kind}>
            <i class={`bar ${kind}`} /> {kind === 'closed' ? 'closed without a result' : kind}
          </span>
        ))}
      </div>
      {error !== undefined && <p class="problem">{error}</p>}
      {total === 0 && <p class="empty">There are no turns.</p>}
      <VirtualList
        label="Turns"
        name={facts.id}
        total={total ?? 0}
        guess={90}
        row={(index) => {
          const turn = at(index);
          return turn === undefined ? <div class="row waiting">…</div> : <TurnView turn={turn} id={facts.id} />;
        }}
      />
    </section>
  );
}

function TurnView({ turn, id }: { readonly turn: LedgerTurn; readonly id: string }): VNode {
  const { calls, left, from, to, who, outcome } = turn;
  const span = spanOf(turn);
  return (
    <article class="turn" aria-label={`Turn ${turn.turn}`}>
      <header>
        <strong>{turn.turn}</strong>
        <span class="said">{visibleText(turn.text)}</span>
        <span class="aside">
          {[
            who,
            from === undefined ? 'no times recorded' : timeText(from),
            from !== undefined && to !== undefined && durationText(to - from),
            outcome,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      {calls.length > 0 && (
        <ol>
          {calls.map((call, index) => (
            <CallLine key={index} call={call} span={span} order={index / calls.length} id={id} />
          ))}
        </ol>
      )}
      {left > 0 && <p class="aside">{`… and ${plural(left, 'more call')}`}</p>}
    </article>
  );
}

interface Span {
  readonly from: number;
  readonly length: number;
}

/** The time span from the first question to the last end of this turn's calls. */
function spanOf({ calls }: LedgerTurn): Span | undefined {
  const times = calls.flatMap(({ askedAt, startedAt, endedAt }) =>
    [askedAt, startedAt, endedAt].filter((time) => time !== undefined),
  );
  if (times.length === 0) return undefined;
  const from = Math.min(...times);
  return { from, length: Math.max(1, Math.max(...times) - from) };
}

interface CallLineProps {
  readonly call: LedgerCall;
  readonly span: Span | undefined;
  readonly order: number;
  readonly id: string;
}

function CallLine({ call, span, order, id }: CallLineProps): VNode {
  const { name, state, row, late } = call;
  return (
    <li class="call-line">
      <a href={`#/${encodeURIComponent(id)}/conversation/${row}`} title={call.id}>
        {visibleText(name) || '(no name)'}
      </a>
      <span class="track" role="img" aria-label={describe(call)}>
        {segments(call, span, order).map(({ kind, left, width }, index) => (
          <i key={index} class={`bar ${kind}`} style={{ left: `${left}%`, width: `${width}%` }} />
        ))}
      </span>
      <span class={`state ${state}`}>{late === true ? `${state}, late` : state}</span>
    </li>
  );
}

interface Segment {
  readonly kind: string;
  readonly left: number;
  readonly width: number;
}

function segments(call: LedgerCall, span: Span | undefined, order: number): readonly Segment[] {
  const { askedAt, startedAt, endedAt, approvalMs = 0, state } = call;
  const ended = barOf(state);
  if (span === undefined) return [{ kind: ended, left: order * 96, width: 4 }];
  const part = (kind: string, from: number, to: number): Segment => ({
    kind,
    left: ((from - span.from) / span.length) * 100,
    width: Math.max(0.4, ((to - from) / span.length) * 100),
  });
  const last = span.from + span.length;
  const asked = askedAt ?? startedAt ?? endedAt ?? span.from;
  const begun = startedAt ?? endedAt ?? last;
  const approved = Math.min(begun, asked + approvalMs);
  return [
    ...(approvalMs > 0 ? [part('approval', asked, approved)] : []),
    ...(begun > approved ? [part('wait', approved, begun)] : []),
    part(ended, begun, Math.max(begun, endedAt ?? (startedAt === undefined ? begun : last))),
  ];
}

function barOf(state: LedgerCall['state']): string {
  if (state === 'complete' || state === 'error' || state === 'running') return state;
  return 'closed';
}

function describe({ name, state, askedAt, startedAt, endedAt, approvalMs }: LedgerCall): string {
  const waited =
    askedAt !== undefined && startedAt !== undefined ? `, waited ${durationText(startedAt - askedAt)}` : '';
  const asked = approvalMs === undefined ? '' : `, approval took ${durationText(approvalMs)}`;
  const ran = startedAt !== undefined && endedAt !== undefined ? `, ran ${durationText(endedAt - startedAt)}` : '';
  return `${name.slice(0, 80)}: ${state}${waited}${asked}${ran}`;
}
