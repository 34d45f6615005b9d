/** The developer's console, in development only. */
import {
  $commandChoices,
  debugReported,
  entriesSeeded,
  nextWriteFailed,
  offlinePretended,
} from '../src/model/debug/index.ts'
import { group, tell } from './deeds.ts'

export const debugCommands = group('debug', {
  'go-offline': { run: tell(offlinePretended, () => {}) },
  'fail-next-write': { run: tell(nextWriteFailed, () => {}) },
  'show-pending-changes': { run: tell(debugReported, () => ({ about: 'outbox' as const })) },
  'show-context': { run: tell(debugReported, () => ({ about: 'context' as const })) },
  'why-unavailable': {
    args: [{ name: 'command', title: 'ask.command', kind: 'choice', choices: () => $commandChoices }],
    run: tell(debugReported, ({ args }) => ({ about: 'command' as const, id: args['command'] ?? '' })),
  },
  'seed-entries': { run: tell(entriesSeeded, () => 10_000) },
})
