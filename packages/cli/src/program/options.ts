/** Options that several commands share. */
import { Option } from 'commander';
import { collect } from './parse-values.ts';

export const efforts: readonly string[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

export function effortOption(): Option {
  return new Option('--effort <level>', 'how much to think').choices(efforts);
}

export function denyOption(): Option {
  return new Option('--deny <rule>', 'forbid calls; overrides --allow; can be repeated').argParser(collect);
}

export function appendSystemOption(): Option {
  return new Option('--append-system <text>', 'append this to the system prompt');
}

export function offlineOption(): Option {
  return new Option('--offline', 'use the built-in simulators: no provider, no key');
}

export function configOption(): Option {
  return new Option('--config <file>', "use this file instead of the user's configuration");
}
