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
  'go-offline': { kind: 'view', run: trigger(offlineSimulated, () => {}) },
  'fail-next-write': { kind: 'view', run: trigger(nextWriteFailureRequested, () => {}) },
  'show-pending-changes': { kind: 'view', run: trigger(debugReported, () => ({ about: 'outbox' as const })) },
  'show-context': { kind: 'view', run: trigger(debugReported, () => ({ about: 'context' as const })) },
  'why-unavailable': {
    kind: 'view',
    args: [{ name: 'command', title: 'ask.command', type: 'command', choices: $commandChoices }],
    run: trigger(debugReported, ({ args }) => ({
      about: 'command' as const,
      id: String(args['command'] ?? ''),
    })),
  },
  'seed-entries': { kind: 'view', run: trigger(entriesSeeded, () => 10_000) },
})
