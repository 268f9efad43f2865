/**
 * The renderer's repair passes and the wire's shaping, each with the edit that turns it off. A suite that stays green with one of them
 * applied would prove nothing about it (`mutation.test.ts`).
 */
export interface Mutant {
  readonly name: string;
  /** The end of the file's path. */
  readonly file: string;
  /** Each text must occur in the file exactly once. */
  readonly edits: readonly (readonly [find: string, replace: string])[];
}

const passes = 'transcript/src/render/passes';

export const mutants: readonly Mutant[] = [
  {
    name: 'identify: calls keep the ids their providers gave them',
    file: 'transcript/src/pairing/pairing.ts',
    edits: [['      id: this.#identities.ofCall(rawId, callNameOf(block), content, turnId),', '      id: rawId,']],
  },
  {
    name: 'pair: no result finds its call',
    file: 'transcript/src/pairing/pairing.ts',
    edits: [
      [
        '  #addAnswer(block: ToolResponseBlock, at: number): Answer {',
        '  #addAnswer(given: ToolResponseBlock, at: number): Answer {\n    const block = { ...given, callId: "lost" };',
      ],
    ],
  },
  {
    name: 'pair: the order decides before the names',
    file: 'transcript/src/pairing/peers.ts',
    edits: [
      ['    return line?.bare(answer) ?? line?.open(answer);', '    return line && undefined;'],
      ['    return line.calls.some((one) => !fixed.has(one));', '    return fixed.size < 0;'],
    ],
  },
  {
    name: 'pair: a pending answer keeps no place',
    file: 'transcript/src/pairing/peers.ts',
    edits: [['    return !holds || entry !== answer.entry;', '    return holds || entry >= 0;']],
  },
  {
    name: 'pair: a pending answer keeps its place for ever',
    file: 'transcript/src/pairing/peers.ts',
    edits: [['    return !holds || entry !== answer.entry;', '    return !holds || entry < 0;']],
  },
  {
    name: 'pair: a result with an unknown id keeps the place of the true one',
    file: 'transcript/src/pairing/peers.ts',
    edits: [
      ["    return other.match === 'left' || (isStray(other, call) && !isStray(answer, call));", '    return false;'],
    ],
  },
  {
    name: 'pair: a result before its call stays at a call with another name',
    file: 'transcript/src/pairing/pairing.ts',
    edits: [['    this.#claimNamed(call);\n', '']],
  },
  {
    name: 'pair: a lone result is nobody’s',
    file: 'transcript/src/pairing/lone-pair.ts',
    edits: [
      ['    return rivals(call).some((one) => one !== call && fits(one)) ? undefined : call;', '    return undefined;'],
    ],
  },
  {
    name: 'pair: a doubtful result is the next call’s',
    file: 'transcript/src/pairing/lone-pair.ts',
    edits: [
      ["    const isLone = speaker === 'ai' && calls.length === 1 &&", "    const isLone = speaker === 'ai' &&"],
      ['    else if (id !== this.#id) this.#call = undefined;', ''],
      ['call.answers.some((other) => !this.#answers.includes(other))', 'call.answers.length < 0'],
    ],
  },
  {
    name: 'choose: the first completion, whatever it is',
    file: 'transcript/src/pairing/preference.ts',
    edits: [
      [
        '  if (difference !== 0 || best === undefined) return difference > 0;',
        '  if (best !== undefined) return false;\n  if (difference > 0) return true;',
      ],
    ],
  },
  {
    name: 'pair: a copy of a call is another call',
    file: 'transcript/src/pairing/copied-call.ts',
    edits: [["  if (speaker !== 'tool' ||", "  if (speaker === 'tool' ||"]],
  },
  {
    name: 'attribute: all that stands in a tool message is a result',
    file: `${passes}/attribute.ts`,
    edits: [
      [
        '  let anchor: Role | undefined;',
        "  if (blocks.length > 0) return blocks.map(() => 'answer');\n  let anchor: Role | undefined;",
      ],
    ],
  },
  {
    name: 'call: arguments stay what they were',
    file: `${passes}/arguments.ts`,
    edits: [['  if (isJsonObject(value)) return { value };', '  return { value: value as never };']],
  },
  {
    name: 'call: a name may be missing',
    file: `${passes}/call.ts`,
    edits: [["  if (own !== '' && own.isWellFormed()) return own;", '  return own;']],
  },
  {
    name: 'complete: every call is closed, whatever its result was',
    file: `${passes}/complete.ts`,
    edits: [
      [
        '  if (best !== undefined && isReal(best.strength))\n    return shorten(fromAnswer(best, attachments, scene, notes), scene.policy, call, notes);',
        '',
      ],
    ],
  },
  {
    name: 'orphans: results without a call are shown',
    file: `${passes}/orphan.ts`,
    edits: [["    case 'drop':\n      return dropped('dropped', rawId, answer, notes);", "    case 'drop':"]],
  },
  {
    name: 'think: thinking is anybody’s',
    file: `${passes}/think.ts`,
    edits: [['  if (policy.target === undefined || !isForeign(origin, policy.target)) return', '  return']],
  },
  {
    name: 'say: half characters pass',
    file: `${passes}/say.ts`,
    edits: [
      [
        "  if (typeof value === 'string' && value.isWellFormed()) return value;",
        "  if (typeof value === 'string') return value;",
      ],
      ["text !== '' && text.isWellFormed()", "text !== ''"],
    ],
  },
  {
    name: 'shape: neighbours of one role stay apart',
    file: 'wire/src/shape/shaper.ts',
    edits: [["    if (last?.role === 'model') {", '    if (last === null) {']],
  },
  {
    name: 'shape: nothing is added at the end',
    file: 'wire/src/shape/shaper.ts',
    edits: [["  if (last?.role === 'user') return undefined;", '  return undefined;']],
  },
  {
    name: 'project: names go out as they are',
    file: 'wire/src/tools/tool-names.ts',
    edits: [['    const known = this.#given.get(name);', '    return name;\n    const known = this.#given.get(name);']],
  },
  {
    name: 'project: ids go out as they are',
    file: 'wire/src/tools/tool-ids.ts',
    edits: [["    if (this.#scheme === 'none') return '';", '    return call.id;']],
  },
  {
    name: 'seals: anybody’s token goes to anybody',
    file: 'wire/src/shape/seal-token.ts',
    edits: [["  if (!sameOrigin(seal, origin)) return 'other-origin';", '']],
  },
  {
    name: 'schemas: sent as they are',
    file: 'wire/src/tools/schema/to-dialect.ts',
    edits: [['  switch (dialect) {', '  if (dialect) return schema;\n  switch (dialect) {']],
  },
];
