/** Rules of the rulebook that no simulator checks, each with the reason. */

const permission = 'A permission: there is no request that breaks it. The simulator accepts what it allows.';
const advice = 'Advice to whoever writes a client, not something a server can see in a request.';

const unsimulated = 'Its endpoint is not simulated yet.';

/** The rules of endpoints to come: AZR-005 to AZR-012, and so on. */
function numbered(prefix: string, from: number, to: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(3, '0'));
  return Object.fromEntries(numbers.map((number) => [`${prefix}-${number}`, unsimulated]));
}

export const notModelled: Readonly<Record<string, string>> = {
  'ANT-069': permission,
  'OAC-024': permission,
  'GEM-011': permission,
  'GEM-014': permission,
  'MIS-023': permission,
  'KIM-016': permission,
  'OLL-004': permission,
  'OLL-001': 'The form of the answer, which the simulator has; there is no request that breaks it.',
  'KIM-002': 'How ids of new calls are numbered, which the simulator does; there is no request that breaks it.',
  'KIM-004': 'How ids of new calls are numbered, which the simulator does; there is no request that breaks it.',
  'KIM-008':
    'What the model gets to see of earlier thinking, which the simulator does; there is no request that breaks it.',
  ...numbered('AZR', 5, 12),
  ...numbered('VTX', 1, 12),
  ...numbered('BDR', 7, 20),
  ...numbered('CNV', 1, 30),
  'XCT-001': advice,
  'XCT-002': advice,
  'XCT-003': advice,
  'XCT-004': advice,
  'XCT-005': advice,
  'XCT-006': advice,
  'XCT-007': advice,
  'XCT-008': advice,
  'XCT-009': advice,
  'XCT-010': advice,
};
