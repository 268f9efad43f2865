/** Rules of the rulebook that no simulator checks, each with the reason. */

const permission = 'A permission: there is no request that breaks it. The simulator accepts what it allows.';
const advice = 'Advice to whoever writes a client, not something a server can see in a request.';

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
