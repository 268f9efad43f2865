/** A page as text to read: headings, lists, tables by line, links with their address. In one pass, whatever is not closed. */
import { decodeEntities } from './decode-entities.ts';
import { readTag, type Tag } from './read-tag.ts';
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

/** `from`: where the page is; links are resolved against it. */
export function htmlToText(html: string, from: URL): string {
  const reading = new Reading(from);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    reading.text(html.slice(at, open));
    const tag = readTag(html, open);
    if (tag === undefined) reading.text('<');
    else if (!tag.isClosing && skipped.includes(tag.name)) at = endOf(tag, html);
    else reading.tag(tag);
    at = Math.max(at, tag?.end ?? open + 1);
  }
  reading.text(html.slice(at));
  return reading.page.text;
}

/** The place of the closing tag, or the end of the page. */
function endOf({ name, end }: Tag, html: string): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = end;
  return closing.exec(html)?.index ?? html.length;
}

class Reading {
  readonly page: TextPage = new TextPage();
  readonly #from: URL;
  #preformatted = 0;
  #link: { readonly url: string; text: string } | undefined;

  constructor(from: URL) {
    this.#from = from;
  }

  text(raw: string): void {
    if (raw === '') return;
    const text = decodeEntities(raw);
    if (this.#link !== undefined && this.#link.text.length < longestLink) this.#link.text += text;
    // The first line end after <pre> is not part of it.
    if (this.#preformatted > 0) this.page.addAsIs(this.page.isAtLineStart ? text.replace(/^\r?\n/, '') : text);
    else this.page.add(text);
  }

  tag(tag: Tag): void {
    const { name, isClosing } = tag;
    if (paragraphs.includes(name)) this.page.break(2);
    else if (lines.includes(name)) this.page.break(1);
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted + (isClosing ? -1 : 1));
    if (name === 'a') this.#endLink();
    if (isClosing && isLed(name)) this.page.lead('');
    if (!isClosing) this.#begin(tag);
  }

  #begin({ name, attributes }: Tag): void {
    if (isLed(name)) this.page.lead(leadOf(name));
    else if (name === 'hr') this.page.add('---');
    else if (name === 'img') this.#image(attributes.get('alt') ?? '');
    else if ((name === 'td' || name === 'th') && !this.page.isAtLineStart) this.page.add(' | ');
    else if (name === 'a') this.#beginLink(attributes.get('href') ?? '');
    if (name === 'hr') this.page.break(2);
  }

  #image(alt: string): void {
    if (alt.trim() !== '') this.text(`[image: ${alt}]`);
  }

  #beginLink(href: string): void {
    const written = decodeEntities(href).trim();
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
