/** Temperature as OpenAI's servers check it, on Chat and on Responses. */
import { openaiServers } from '../../../checkers.ts';
import { asNumber } from '../../../json.ts';
import type { Rule } from '../../../rule.ts';

export const temperatureRange: Rule = {
  id: 'OAC-028',
  level: 'error',
  refusedBy: openaiServers,
  scope: 'message',
  text: 'A temperature is between 0 and 2.',
  fix: 'Use the nearest value in the range.',
  find: ({ body }) => {
    const temperature = asNumber(body['temperature']) ?? 0;
    return temperature >= 0 && temperature <= 2 ? [] : [{ path: 'temperature', message: 'is not between 0 and 2' }];
  },
};
