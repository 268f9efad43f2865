/**
 * Inline Markdown as coloured text, not wrapped yet. Newlines are kept. The lexer resolves character references (`&#27;` is an escape
 * again), so everything is sanitized a second time.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import { plain, plainLine } from '../../../terminal/lines.ts';
import type { Palette } from '../palette.ts';
import { known } from './read-markdown.ts';

export interface Inks {
  readonly paint: Palette;
  readonly colour: boolean;
}

export function inline(tokens: readonly Token[] | undefined, inks: Inks): string {
  return known(tokens ?? [])
    .map((token) => inlineOf(token, inks))
    .join('');
}

function inlineOf(token: MarkedToken, inks: Inks): string {
  const { paint, colour } = inks;
  switch (token.type) {
    case 'strong':
      return paint('bold', inline(token.tokens, inks));
    case 'em':
      return paint('italic', inline(token.tokens, inks));
    case 'del':
      return colour ? paint('strike', inline(token.tokens, inks)) : `~~${inline(token.tokens, inks)}~~`;
    case 'codespan':
      return colour ? paint('cyan', token.text) : `\`${token.text}\``;
    case 'br':
      return '\n';
    case 'link':
      return linkText(token, inks);
    case 'image':
      return `[image${token.text === '' ? '' : `: ${decodeReferences(token.text)}`}] ${address(token.href, inks)}`;
    case 'checkbox':
      return token.checked ? '[x] ' : '[ ] ';
    case 'text':
      return token.tokens === undefined ? decodeReferences(token.text) : inline(token.tokens, inks);
    case 'escape':
      return decodeReferences(token.text);
    default:
      return token.raw;
  }
}

/** The URL is always shown: the link text may claim another one. */
function linkText(link: Tokens.Link, inks: Inks): string {
  const text = inline(link.tokens, inks);
  return isBareLink(link) ? inks.paint('underline', text) : `${text} ${address(link.href, inks)}`;
}

function isBareLink({ href, text }: Tokens.Link): boolean {
  return [text, `mailto:${text}`, `http://${text}`].includes(href);
}

function address(href: string, { paint }: Inks): string {
  return `(${paint('underline', plainLine(href))})`;
}

/** Decodes named references, which the lexer leaves to the browser. */
function decodeReferences(text: string): string {
  return plain(text)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
