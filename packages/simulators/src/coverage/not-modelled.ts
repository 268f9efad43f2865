/** Rules of the rulebook that no simulator checks, each with the reason. */

const permission = 'A permission: no request can break it. The simulator accepts what it allows.';
const advice = 'Advice for authors of clients, not something a server can see in a request.';

const form = 'The form of the answer, which the simulator has; no request can break it.';

const otherMessages = 'Its Messages endpoint is not simulated, only Chat.';

export const notModelled: Readonly<Record<string, string>> = {
  'ANT-069': permission,
  'OAC-024': permission,
  'GEM-011': permission,
  'GEM-014': permission,
  'MIS-023': permission,
  'KIM-016': permission,
  'OLL-004': permission,
  'OLL-001': form,
  'KIM-002': 'How ids of new calls are numbered, which the simulator does; no request can break it.',
  'KIM-004': 'How ids of new calls are numbered, which the simulator does; no request can break it.',
  'KIM-008': 'What the model gets to see of earlier thinking, which the simulator does; no request can break it.',
  'GEM-037': permission,
  'AZR-011': form,
  'VTX-003': permission,
  'VTX-005': 'Projects are not simulated: any project is accepted.',
  'VTX-008': form,
  'VTX-009': form,
  'VTX-012': permission,
  'VLL-008': 'The servers that refuse it are not simulated with Responses.',
  'XAI-007': 'xAI is not simulated with Responses.',
  'DSK-015': otherMessages,
  'DSK-016': otherMessages,
  'KIM-020': otherMessages,
  'KIM-021': otherMessages,
  'BDR-015': form,
  'BDR-020': permission,
  'CNV-028': form,
  'CNV-029': form,
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
