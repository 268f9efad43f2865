/** A text of any length: its beginning, and the rest on demand. It is always shown as plain text. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Excerpt } from '../asking/api.ts';
import { askText } from '../asking/client.ts';
import { countText, visibleText } from './format.ts';

export interface LongTextProps {
  readonly excerpt: Excerpt;
  /** The address of the whole text. */
  readonly path: string;
  readonly name: string;
  readonly plain?: boolean;
  /** Lines shown initially. */
  readonly lines?: number;
}

/** More of it makes the page slow; the whole text can be downloaded. */
const mostCharacters = 200_000;

export function LongText({ excerpt, path, name, plain = false, lines = 12 }: LongTextProps): VNode {
  const [whole, setWhole] = useState<string | undefined>(undefined);
  const isCut = excerpt.length > excerpt.text.length;
  const isLong = isCut || excerpt.text.split('\n').length > lines || excerpt.text.length > 1_200;
  const isOpen = whole !== undefined;
  const shown = isOpen ? whole : isLong ? firstLines(excerpt.text, lines) : excerpt.text;
  const toggle = async (): Promise<void> => {
    if (isOpen) setWhole(undefined);
    else setWhole(isCut ? (await askText(path)).slice(0, mostCharacters) : excerpt.text);
  };
  const kind = `${plain ? 'prose' : 'code'}${isOpen ? ' whole' : ''}`;
  return (
    <div class="long-text">
      {excerpt.isDiff === true ? <DiffText text={shown} class={kind} /> : <div class={kind}>{visibleText(shown)}</div>}
      {isLong && (
        <div class="more">
          <button
            type="button"
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Show less' : 'Show all'} of ${name}`}
          >
            {isOpen ? 'Show less' : `Show all ${countText(excerpt.length)} characters`}
          </button>
          {isOpen && excerpt.length > mostCharacters && (
            <span>
              The first {countText(mostCharacters)} are shown.{' '}
              <a href={`api/${path}`} download="text.txt">
                Download all
              </a>
            </span>
          )}
        </div>
      )}
    </div>
  );
}

function firstLines(text: string, lines: number): string {
  const few = text.split('\n').slice(0, lines).join('\n').slice(0, 1_200);
  return few.length < text.length ? `${few} …` : few;
}

export function DiffText({ text, class: kind }: { readonly text: string; readonly class: string }): VNode {
  return (
    <div class={`${kind} diff`}>
      {text.split('\n').map((line, index) => (
        <DiffLine key={index} line={line} />
      ))}
    </div>
  );
}

export function DiffLine({ line }: { readonly line: string }): VNode {
  const kind = line.startsWith('@@')
    ? 'hunk'
    : line.startsWith('+')
      ? 'added'
      : line.startsWith('-')
        ? 'removed'
        : 'same';
  return <div class={kind}>{line === '' ? ' ' : visibleText(line)}</div>;
}
