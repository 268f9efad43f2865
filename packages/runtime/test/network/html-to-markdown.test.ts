import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { htmlToMarkdown } from '../../src/network/html-to-markdown.ts';

const read = (html: string): string => htmlToMarkdown(html, new URL('https://example.com/docs/page.html'));

describe('a page as Markdown', () => {
  test.for<readonly [title: string, html: string, text: string]>([
    ['nothing', '', ''],
    ['plain', 'a  b\n c', 'a b c'],
    ['paragraphs', '<p>one</p><p>two<p>three', 'one\n\ntwo\n\nthree'],
    ['lines', 'a<br>b<br/>c<div>d</div>e', 'a\nb\nc\nd\ne'],
    ['inline', 'a <b>bold</b>, <i>it</i>alic', 'a bold, italic'],
    ['headings', '<title>T</title><h1>One</h1>x<h3>Three</h3>', '# T\n\n# One\n\nx\n\n### Three'],
    ['a heading without text', '<h1></h1><p>x</p>', 'x'],
    ['a list', '<ul><li>a</li><li><p>b</p></li><li></li></ul>c', '- a\n\n- b\n\nc'],
    ['a list in a list', '<ul><li>a<ol start="3"><li>b<li>c</ol></li><li>d</ul>', '- a\n  3. b\n  4. c\n- d'],
    ['a quotation', '<p>x</p><blockquote><p>a<br>b</p><p>c</p></blockquote>y', 'x\n\n> a\n> b\n>\n> c\n\ny'],
    ['a table', '<table><tr><th>A</th><th>B</th></tr><tr><td>1<td>2</table>', 'A | B\n--- | ---\n1 | 2'],
    ['a table without headings', '<table><tr><td>1<td>2<tr><td><td>4</table>', '1 | 2\n| 4'],
    ['preformatted', '<p>x</p><pre>\n  a\n    <b>b</b> c\n</pre>y', 'x\n\n```\n  a\n    b c\n```\n\ny'],
    ['code with a language', '<pre class="a language-ts"><code>let a;</code></pre>', '```ts\nlet a;\n```'],
    ['quoted code', '<blockquote><pre>a\nb\n</pre></blockquote>', '> ```\n> a\n> b\n> ```'],
    ['inline code', 'Use <code>npm ci</code>, not <kbd> </kbd>x.', 'Use `npm ci`, not x.'],
    ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
    ['links', '<a href="b?x=1&amp;y=2">there</a>.', '[there](https://example.com/docs/b?x=1&y=2).'],
    ['a link whose text is its URL', '<a href="https://a.org/">https://a.org/</a>', '[https://a.org/](https://a.org/)'],
    [
      'links without a target',
      '<a href="#x">a</a> <a>b</a> <a href="javascript:x()">c</a> <a href="http://">d</a>',
      'a b c d',
    ],
    ['nested links', '<a href=/x>a<a href=/y>b</a>c', '[a](https://example.com/x)[b](https://example.com/y)c'],
    ['a link around a block', '<a href="/x"><p>a</p></a>', '[a](https://example.com/x)'],
    ['an image', 'a<img alt="a &gt; b" src=x>b', 'a![a > b](https://example.com/docs/x)b'],
    ['an inline image', '<img alt="a" src="data:image/png;base64,AA">', '[image: a]'],
    [
      'a link without text',
      '<a href=/x> </a>a <a href="/(y)"><code>b</code></a>',
      'a [`b`](https://example.com/%28y%29)',
    ],
    ['scripts', 'a<script>if (a < b) "</p>"</script>b<style>p{}</style>c<SCRIPT src=x></ScRiPt >d', 'abcd'],
    ['a script without an end', 'a<script>alert(1)', 'a'],
    ['something that only looks like its end', 'a<script>x</scripty>y</script>b', 'ab'],
    ['drawings', 'a<svg><text>no</text></svg>b<template>no</template>', 'ab'],
    ['comments', 'a<!-- <p> > -->b<!doctype html>c<?php x ?>d<!-->e', 'abcde'],
    ['a comment without an end', 'a<!-- b <p>c', 'a'],
    ['no tags', '1 < 2 > 1 <3 a<', '1 < 2 > 1 <3 a<'],
    ['a tag without an end', 'a<b href="', 'a'],
    ['quotes in attributes', `<a href='x>y' title=">">z</a>`, '[z](https://example.com/docs/x%3Ey)'],
    [
      'characters',
      'a&nbsp;b &lt;p&gt; &#8211; &#x1F600; &eacute;&Uuml; &unknown; &copy',
      'a b <p> – 😀 éÜ &unknown; ©',
    ],
    ['an İ before a script', 'İİİ<script>no</script>yes', 'İİİyes'],
  ])('%s', ([, html, text]) => {
    expect(read(html)).toBe(text);
  });
});

test.for<readonly [written: string, character: string]>([
  ['&amp;amp;', '&amp;'],
  ['&#0;&#xD800;&#x110000;&#99999999;', '\ufffd\ufffd\ufffd\ufffd'],
  ['&#150;&#x80;', '–€'],
  ['&constructor;&__proto__;&toString;', '&constructor;&__proto__;&toString;'],
  ['&qacute;', '&qacute;'],
  ['&ccedil;&ntilde;&Aring;&scaron;', 'çñÅš'],
])('%s is %s', ([written, character]) => {
  expect(read(`<p>${written}</p>`)).toBe(character);
});

test('any text written as text survives, and no page breaks the converter', () => {
  const piece = fc.oneof(
    fc.constantFrom('<', '>', '</', '<a href="', '"', "'", '<!--', '-->', '<pre>', '</pre>', '<script>', '&', ';', '#'),
    fc.string({ maxLength: 6 }),
  );
  holds(fc.array(piece, { maxLength: 30 }), 500, (pieces) => {
    expect(typeof read(pieces.join(''))).toBe('string');
    const text = pieces.join('').toWellFormed();
    const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    expect(read(`<p>${written}</p>`)).toBe(text.trim().split(/\s+/).join(' '));
  });
});

test('reads a tag of only spaces once', () => {
  expect(read(`<p>a</p><a ${' '.repeat(1_000_000)}href="x">b</a>`)).toBe('a\n\n[b](https://example.com/docs/x)');
});

// Each page would take minutes if it were read repeatedly from its start.
test.for<readonly [title: string, piece: string]>([
  ['open tags', '<a '],
  ['open quotes', '<a b="'],
  ['ends of scripts', '<script></'],
  ['comments', '<!-'],
  ['links', '<a href=x>'],
  ['references', '&#1'],
  ['spaces', ' \n'],
  ['spaces in a tag', '<a href= '],
  ['deep elements', '<div>'],
  ['signs', '<'],
])('reads a million bytes of %s once', ([, piece]) => {
  expect(read(piece.repeat(1_000_000 / piece.length)).length).toBeLessThan(2_000_000);
});
