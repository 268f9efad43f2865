import { expect, test } from 'vitest';
import { imageTypeOf, kindOf, looksLikeText } from '../../src/network/content-kind.ts';
import { decodeText } from '../../src/network/decode-text.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test.for<readonly [title: string, bytes: Uint8Array, contentType: string, text: string]>([
  ['UTF-8', Buffer.from('é😀'), 'text/html', 'é😀'],
  ['the charset of the header', bytes('\xe9'), 'text/html; charset=ISO-8859-1', 'é'],
  ['a quoted charset', bytes('\x82\xa0'), 'text/html;charset="shift_jis"', 'あ'],
  [
    'the charset of the page',
    bytes('<meta charset="windows-1251">\xcf'),
    'text/html',
    '<meta charset="windows-1251">П',
  ],
  [
    'the old meta syntax',
    bytes('<META http-equiv=x content="text/html; charset=koi8-r">\xf0'),
    'text/html',
    '<META http-equiv=x content="text/html; charset=koi8-r">П',
  ],
  ['the header before the page', bytes('<meta charset=koi8-r>\xe9'), 'a/b; charset=latin1', '<meta charset=koi8-r>é'],
  ['a page that cannot be UTF-16', bytes('<meta charset=utf-16>a'), '', '<meta charset=utf-16>a'],
  ['a byte order mark before all', bytes('\xef\xbb\xbf\xc3\xa9'), 'text/plain; charset=latin1', 'é'],
  ['UTF-16 by its byte order mark', bytes('\xff\xfea\0'), '', 'a'],
  ['UTF-16 big-endian', bytes('\xfe\xff\0a'), '', 'a'],
  ['an unknown charset', Buffer.from('é'), 'text/plain; charset=klingon', 'é'],
  ['invalid UTF-8', bytes('a\xffb'), '', 'a\ufffdb'],
  ['half a character at the end', bytes('a\xc3'), '', 'a'],
  ['nothing', bytes(''), '', ''],
])('decodes by %s', ([, given, contentType, text]) => {
  expect(decodeText(given, contentType)).toBe(text);
});

test.for<readonly [contentType: string, kind: string]>([
  ['text/html; charset=utf-8', 'html'],
  ['TEXT/HTML', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['text/x-anything', 'text'],
  ['application/json', 'text'],
  ['application/vnd.api+json', 'text'],
  ['application/xml', 'text'],
  ['image/svg+xml', 'text'],
  ['application/x-ndjson', 'text'],
  ['image/png', 'image'],
  ['image/webp;q=1', 'image'],
  ['image/tiff', 'other'],
  ['application/octet-stream', 'other'],
  ['application/pdf', 'other'],
  ['application/jsonnet', 'other'],
  ['video/mp4', 'other'],
  ['', 'unknown'],
  [';', 'unknown'],
])('%j is %s', ([contentType, kind]) => {
  expect(kindOf(contentType)).toBe(kind);
});

test.for<readonly [start: string, type: string | undefined]>([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\n\xff\0WEBPVP8 ', 'image/webp'],
  ['RIFF\0\0\0\0WAVE', undefined],
  ['<html>', undefined],
  ['', undefined],
])('the bytes %j are %s', ([start, type]) => {
  expect(imageTypeOf(bytes(start))).toBe(type);
});

test.for<readonly [text: string, isText: boolean]>([
  ['abc', true],
  ['', true],
  ['\xc3\xa9', true],
  [`${'a'.repeat(7_999)}\xc3\xa9`, true],
  ['a\0b', false],
  ['\xff\xfe', false],
])('%j looks like text: %s', ([text, isText]) => {
  expect(looksLikeText(bytes(text))).toBe(isText);
});
