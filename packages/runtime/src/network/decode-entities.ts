/** `&amp;`, `&#8211;`, `&eacute;`: the character references that pages use. Others stay as they are written. */

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ lsaquo: '‹', rsaquo: '›', hellip: '…', mdash: '—', ndash: '–', bull: '•', middot: '·', prime: '′', Prime: '″' },
  ...{ copy: '©', reg: '®', trade: '™', sect: '§', para: '¶', dagger: '†', Dagger: '‡', deg: '°', permil: '‰' },
  ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', curren: '¤', sup1: '¹', sup2: '²', sup3: '³', micro: 'µ' },
  ...{ frac12: '½', frac14: '¼', frac34: '¾', times: '×', divide: '÷', plusmn: '±', minus: '−', ne: '≠', le: '≤' },
  ...{ ge: '≥', asymp: '≈', equiv: '≡', infin: '∞', sum: '∑', prod: '∏', radic: '√', part: '∂', int: '∫', not: '¬' },
  ...{ and: '∧', or: '∨', cap: '∩', cup: '∪', isin: '∈', sub: '⊂', sup: '⊃', forall: '∀', exist: '∃', empty: '∅' },
  ...{ larr: '←', rarr: '→', uarr: '↑', darr: '↓', harr: '↔', lArr: '⇐', rArr: '⇒', hArr: '⇔', check: '✓' },
  ...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø', eth: 'ð', ETH: 'Ð' },
  ...{ thorn: 'þ', THORN: 'Þ', iexcl: '¡', iquest: '¿', ordf: 'ª', ordm: 'º', zwj: '\u200d', zwnj: '\u200c' },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', Gamma: 'Γ', delta: 'δ', Delta: 'Δ', epsilon: 'ε', theta: 'θ', lambda: 'λ' },
  ...{ Lambda: 'Λ', mu: 'μ', pi: 'π', Pi: 'Π', rho: 'ρ', sigma: 'σ', Sigma: 'Σ', tau: 'τ', phi: 'φ', Phi: 'Φ' },
  ...{ chi: 'χ', psi: 'ψ', Psi: 'Ψ', omega: 'ω', Omega: 'Ω', lbrace: '{', rbrace: '}', lbrack: '[', rbrack: ']' },
};

const accents: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a' },
  ...{ caron: '\u030c', cedil: '\u0327' },
};

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,8});?|#x([0-9a-f]{1,7});?|([a-z][a-z0-9]{1,10});)/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return characterNamed(name) ?? whole;
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal));
    },
  );
}

function characterNamed(name: string): string | undefined {
  if (Object.hasOwn(named, name)) return named[name];
  const accent = accents[name.slice(1)];
  const letter = accent === undefined ? '' : (name.slice(0, 1) + accent).normalize('NFC');
  return letter.length === 1 ? letter : undefined;
}

function characterOf(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  // Written by those who mean Windows' own set.
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  return String.fromCodePoint(code);
}
