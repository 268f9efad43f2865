/** A page as text to read: headings, lists, tables by line, links with their address. In one pass, whatever is not closed. */
import { Parser } from 'htmlparser2';
import { TextPage } from './text-page.ts';

/** What lies in these is not for reading. */
const skipped: readonly string[] = ['script', 'style', 'template', 'svg', 'iframe', 'object', 'canvas', 'math'];

const lines: readonly string[] = [
  ...[
    'address',
    'article',
    'aside',
    'body',
    'center',
    'dd',
    'details',
    'dialog',
    'div',
    'dt',
    'fieldset',
    'figcaption',
  ],
  ...['figure', 'footer', 'form', 'header', 'legend', 'li', 'main', 'nav', 'option', 'section', 'summary', 'tr', 'br'],
];

const paragraphs: readonly string[] = [
  ...['p', 'ul', 'ol', 'dl', 'table', 'pre', 'blockquote', 'hr', 'title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
];

/** Longer addresses say nothing to a reader. */
const longestLink = 500;

/** Deeper than any page that people read; what lies below is taken as it comes. */
const deepest = 512;

/** The parser's own work at a tag grows with the tags that are open: a page that opens more than this is not read further. */
const mostOpen = 5_000;

/** `from`: where the page is; links are resolved against it. */
export function htmlToText(html: string, from: URL): string {
  const reading = new Reading(from);
  // How many elements that are not for reading we are in.
  let hidden = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth === mostOpen) {
          parser.pause();
          reading.page.break(2);
          reading.page.add('[The rest of the page is not shown: its elements lie too deep in one another.]');
        }
        if (depth >= mostOpen) return;
        if (skipped.includes(name)) hidden += 1;
        else if (hidden === 0 && depth < deepest) reading.begin(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        if (skipped.includes(name)) hidden = Math.max(0, hidden - 1);
        else if (hidden === 0) reading.end(name);
      },
      ontext: (text) => {
        if (hidden === 0) reading.text(text);
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.end(html);
  return reading.page.text;
}

class Reading {
  readonly page: TextPage = new TextPage();
  readonly #from: URL;
  #preformatted = 0;
  #link: { readonly url: string; text: string } | undefined;

  constructor(from: URL) {
    this.#from = from;
  }

  text(text: string): void {
    if (text === '') return;
    if (this.#link !== undefined && this.#link.text.length < longestLink) this.#link.text += text;
    // The first line end after <pre> is not part of it.
    if (this.#preformatted > 0) this.page.addAsIs(this.page.isAtLineStart ? text.replace(/^\r?\n/, '') : text);
    else this.page.add(text);
  }

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#breakLine(name);
    if (name === 'pre') this.#preformatted += 1;
    if (name === 'a') this.#endLink();
    if (isLed(name)) this.page.lead(leadOf(name));
    else if (name === 'hr') this.page.add('---');
    else if (name === 'img') this.#image(attributes['alt'] ?? '');
    else if ((name === 'td' || name === 'th') && !this.page.isAtLineStart) this.page.add(' | ');
    else if (name === 'a') this.#beginLink(attributes['href'] ?? '');
  }

  end(name: string): void {
    this.#breakLine(name);
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (name === 'a') this.#endLink();
    if (isLed(name)) this.page.lead('');
  }

  #breakLine(name: string): void {
    if (paragraphs.includes(name)) this.page.break(2);
    else if (lines.includes(name)) this.page.break(1);
  }

  #image(alt: string): void {
    if (alt.trim() !== '') this.text(`[image: ${alt}]`);
  }

  #beginLink(href: string): void {
    const written = href.trim();
    const url = written === '' || written.startsWith('#') ? null : URL.parse(written, this.#from.href);
    if (url === null || !/^(https?|mailto):$/.test(url.protocol) || url.href.length > longestLink) return;
    this.#link = { url: url.href, text: '' };
  }

  /** Also when the next link begins: they do not lie in one another. */
  #endLink(): void {
    const link = this.#link;
    this.#link = undefined;
    if (link === undefined || link.text.trim() === '' || link.text.trim() === link.url) return;
    this.page.add(` (${link.url})`);
  }
}

function isLed(name: string): boolean {
  return name === 'li' || name === 'title' || /^h[1-6]$/.test(name);
}

function leadOf(name: string): string {
  if (name === 'li') return '- ';
  return name === 'title' ? '# ' : `${'#'.repeat(Number(name.slice(1)))} `;
}
