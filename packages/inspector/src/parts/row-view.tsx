/** A row of a conversation. */
import type { VNode } from 'preact';
import type { CallRow, Mark, Row } from '../asking/api.ts';
import { durationText, sizeText, timeText, visibleText } from './format.ts';
import { LongText } from './long-text.tsx';

export interface RowViewProps {
  readonly row: Row;
  /** The API path of the document's rows: `documents/<id>/rows`. */
  readonly path: string;
  /** For a target's rows: which target, as a query. */
  readonly target?: string;
}

const titles = {
  user: 'You',
  assistant: 'Model',
  thinking: 'Thinking',
  call: 'Call',
  result: 'Result without its call',
  media: 'Attachment',
  code: 'Code',
  system: 'System',
  note: 'Note',
} as const;

export function RowView({ row, path, target = '' }: RowViewProps): VNode {
  const { kind, turn, at, who, text, marks, call, media, number, place } = row;
  const texts = `${path}/${number}/text?${target}`;
  return (
    <article
      class={`row ${kind}${marks.some(({ level }) => level === 'repair') ? ' repaired' : ''}`}
      aria-label={`${titles[kind]}, turn ${turn}`}
    >
      <div class="gutter" title={place}>
        <span>{turn}</span>
        {at !== undefined && <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>}
      </div>
      <div class="body">
        {call === undefined ? (
          <>
            <div class="who">
              {kind === 'assistant' && who !== undefined ? visibleText(who) : titles[kind]}
              {kind === 'thinking' && who !== undefined && <span class="aside"> {visibleText(who)}</span>}
            </div>
            {media?.source !== undefined && (
              <img src={media.source} alt={visibleText(media.filename ?? 'attached picture')} loading="lazy" />
            )}
            {media !== undefined && (
              <div class="aside">{`${visibleText(media.mimeType)} · ${sizeText(media.bytes)}`}</div>
            )}
            {text.length > 0 && (
              <LongText
                excerpt={text}
                path={texts}
                name={titles[kind]}
                plain={kind !== 'code' && kind !== 'result'}
                lines={kind === 'thinking' || kind === 'note' ? 4 : 14}
              />
            )}
            {text.length === 0 && kind === 'thinking' && (
              <div class="aside">Sealed: only its provider can read it.</div>
            )}
          </>
        ) : (
          <CallView call={call} path={texts} />
        )}
        {marks.length > 0 && <Marks marks={marks} />}
      </div>
    </article>
  );
}

function CallView({ call, path }: { readonly call: CallRow; readonly path: string }): VNode {
  const { name, state, ms, waitMs, change, result } = call;
  const isShort = call.arguments.length < 120 && !call.arguments.text.slice(1, -1).includes('{');
  return (
    <>
      <div class="call-head">
        <code class="tool">{visibleText(name)}</code>
        {isShort && change === undefined && (
          <code class="inline">{visibleText(call.arguments.text.replaceAll(/\s*\n\s*/g, ' '))}</code>
        )}
        <span class={`state ${state}`}>{state}</span>
        {ms !== undefined && <span class="aside">{durationText(ms)}</span>}
        {waitMs !== undefined && waitMs > 50 && <span class="aside">{`waited ${durationText(waitMs)}`}</span>}
      </div>
      {change !== undefined && (
        <LongText excerpt={change} path={`${path}&part=change`} name={`the change by ${name}`} />
      )}
      {!isShort && change === undefined && (
        <LongText excerpt={call.arguments} path={`${path}&part=arguments`} name={`arguments of ${name}`} lines={6} />
      )}
      {result !== undefined && result.length > 0 && (
        <div class="result">
          <LongText excerpt={result} path={`${path}&part=result`} name={`result of ${name}`} lines={8} />
        </div>
      )}
    </>
  );
}

function Marks({ marks }: { readonly marks: readonly Mark[] }): VNode {
  return (
    <ul class="marks" aria-label="Repairs">
      {marks.map((mark, index) => (
        <li key={index} class={mark.level}>
          <strong>{mark.level === 'repair' ? `Repair: ${mark.kind}` : mark.kind}</strong> {visibleText(mark.message)}
          {mark.fix !== undefined && <span class="aside"> {visibleText(mark.fix)}</span>}
          {mark.rules.length > 0 && (
            <span class="rules">
              {mark.rules.map((rule) => (
                <code key={rule}>{rule}</code>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
