/** Debugging commands, in development only. */
import {
  $commandChoices,
  debugReported,
  entriesSeeded,
  nextWriteFailureRequested,
  offlineSimulated,
} from '../src/model/debug/index.ts'
import { commandGroup, trigger } from './define-command.ts'

export const debugCommands = commandGroup('debug', {
  'go-offline': { run: trigger(offlineSimulated, () => {}) },
  'fail-next-write': { run: trigger(nextWriteFailureRequested, () => {}) },
  'show-pending-changes': { run: trigger(debugReported, () => ({ about: 'outbox' as const })) },
  'show-context': { run: trigger(debugReported, () => ({ about: 'context' as const })) },
  'why-unavailable': {
    args: [{ name: 'command', title: 'ask.command', kind: 'choice', choices: $commandChoices }],
    run: trigger(debugReported, ({ args }) => ({ about: 'command' as const, id: args['command'] ?? '' })),
  },
  'seed-entries': { run: trigger(entriesSeeded, () => 10_000) },
})
