/** Requests as they pass through a gateway. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { GatewayPage, GatewayRequest } from '../asking/api.ts';
import { openRequest } from '../asking/client.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { countText, durationText, plural, timeText, visibleText } from '../parts/format.ts';
import { Scrolls } from '../parts/scrolls.tsx';

const mostShown = 200;
const mostChanges = 50;

export function GatewayView({ version }: { readonly version: number }): VNode {
  const { data, error } = useAnswer<GatewayPage>('gateway', version);
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  if (error !== undefined) return <p class="problem">{error}</p>;
  if (data === undefined) return <p class="empty">Reading …</p>;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = data.requests.filter((request) => words.every((word) => textOf(request).includes(word)));
  const open = (id: string) => async () => {
    try {
      const opened = await openRequest(id);
      location.hash = `#/${encodeURIComponent(opened.id)}/conversation`;
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <section class="view gateway" aria-label="Gateway">
      <div class="filters">
        <input
          type="search"
          id="search"
          placeholder="Client, model, target, status, repair ( / )"
          aria-label="Filter requests"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <span class={`state ${data.state === 'connected' ? 'complete' : 'error'}`}>{data.state}</span>
        <span class="aside">{`${data.url} · ${data.recording ? 'bodies are recorded' : 'bodies are not recorded'}`}</span>
      </div>
      <div class="status" role="status">
        {`${plural(found.length, 'request')}${found.length > mostShown ? `, the latest ${mostShown} shown` : ''}`}
        {data.missed > 0 && ` · ${plural(data.missed, 'event')} missed`}
        {data.problem !== undefined && ` · ${data.problem}`}
        {problem !== undefined && ` · ${problem}`}
      </div>
      <Scrolls label="Requests">
        <table>
          <thead>
            <tr>
              {[
                'Time',
                'Client',
                'API',
                'Model',
                'Target',
                'Status',
                'Repairs',
                'First byte',
                'Total',
                'Tokens',
                'Body',
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostShown).map((request) => (
              <RequestRow key={request.requestId} request={request} open={open(request.requestId)} />
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}

function RequestRow({ request, open }: { readonly request: GatewayRequest; readonly open: () => void }): VNode {
  const {
    requestId,
    at,
    client = '',
    api,
    model = '',
    target = '',
    status,
    end,
    repairs,
    leftOut,
    attempts,
    firstByteMs,
    ms,
  } = request;
  const { inputTokens, outputTokens, hasBody } = request;
  return (
    <tr>
      <td title={requestId}>{timeText(at)}</td>
      <td>{visibleText(client)}</td>
      <td>{visibleText(api)}</td>
      <td>{visibleText(model)}</td>
      <td>{visibleText(target) + (attempts > 1 ? ` (${attempts} attempts)` : '')}</td>
      <td>
        <span class={`state ${statusKind(status, end)}`}>
          {status === undefined ? visibleText(end) : `${status} ${visibleText(end)}`}
        </span>
      </td>
      <td>
        <Changes repairs={repairs} leftOut={leftOut} />
      </td>
      <td>{firstByteMs === undefined ? '' : durationText(firstByteMs)}</td>
      <td>{ms === undefined ? '' : durationText(ms)}</td>
      <td>{inputTokens === undefined ? '' : `${countText(inputTokens)} → ${countText(outputTokens ?? 0)}`}</td>
      <td>
        {hasBody && (
          <button type="button" onClick={open} aria-label={`Open request ${requestId}`}>
            Open
          </button>
        )}
      </td>
    </tr>
  );
}

/** Lists each repair and each part that the target does not receive, when it is opened. */
function Changes({ repairs, leftOut }: Pick<GatewayRequest, 'repairs' | 'leftOut'>): VNode | null {
  if (repairs.length + leftOut.length === 0) return null;
  const kinds = new Set(repairs.map(({ kind, rule }) => (rule === undefined ? kind : `${kind} ${rule}`)));
  const short = [...kinds, ...(leftOut.length === 0 ? [] : [`${leftOut.length} left out`])].join(', ');
  return (
    <details>
      <summary>{visibleText(short)}</summary>
      <ul>
        {repairs.slice(0, mostChanges).map(({ kind, rule = '', at }, index) => (
          <li key={index}>{visibleText(`${kind} ${rule} ${at}`)}</li>
        ))}
        {leftOut.slice(0, mostChanges).map(({ what, why }, index) => (
          <li key={`left ${index}`}>{visibleText(`${what}: ${why}`)}</li>
        ))}
      </ul>
    </details>
  );
}

function statusKind(status: number | undefined, end: string): string {
  if (status === undefined) return end === 'running' ? 'running' : 'open';
  return status < 400 ? 'complete' : 'error';
}

function textOf({ client, api, model, target, status, end, repairs }: GatewayRequest): string {
  return [client, api, model, target, status, end, ...repairs.flatMap(({ kind, rule }) => [kind, rule])]
    .join(' ')
    .toLowerCase();
}
