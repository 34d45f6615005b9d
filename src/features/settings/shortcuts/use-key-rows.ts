import { useUnit } from 'effector-react'
import { useCallback, useState } from 'react'
import type { Command } from '../../../core/index.ts'
import { $keyBindings, $keyRules, $overrides, registry } from '../../../model/app/index.ts'
import { commandTitle, useTranslation } from '../../../ui/index.ts'
import { conflictsOf } from './conflicts-of.ts'
import type { ShortcutRowProps } from './shortcut-row.tsx'

type Recorded = { readonly command: Command; readonly keys: string }

/**
 * Commands with their keys, one of which is being recorded. Keys that conflict wait for confirmation.
 * @param onSave new keys of a command; null: back to the default; empty: no keys
 */
export function useKeyRows(onSave: (command: Command, keys: string | null) => void): {
  readonly keysOf: (command: Command) => readonly string[]
  readonly rowOf: (command: Command) => ShortcutRowProps
  readonly record: (id: string) => void
} {
  const { t } = useTranslation('shortcuts')
  const { bound, commands, overrides, rules } = useUnit({
    bound: $keyBindings,
    commands: registry.$commands,
    overrides: $overrides,
    rules: $keyRules,
  })
  const [recording, setRecording] = useState<string | null>(null)
  const [unconfirmed, setUnconfirmed] = useState<Recorded | null>(null)
  const onLeave = useCallback(() => setRecording(null), [])
  const save = (command: Command, keys: string | null) => {
    setUnconfirmed(null)
    onSave(command, keys)
  }
  const conflictsWith = (command: Command, keys: string) =>
    conflictsOf(
      commands.values(),
      { overrides: { ...overrides, [command.id]: keys }, rules },
      (entry) => entry.own && entry.command?.id === command.id,
    )
  const recorded = (command: Command, keys: string) => {
    setRecording(null)
    if (conflictsWith(command, keys).length > 0) setUnconfirmed({ command, keys })
    else save(command, keys)
  }
  const keysOf = (command: Command) => [
    ...new Set(bound.filter((one) => one.command.id === command.id).map(({ keys }) => keys)),
  ]
  return {
    keysOf,
    record: setRecording,
    rowOf: (command) => {
      const conflicting = unconfirmed?.command.id === command.id ? unconfirmed.keys : null
      return {
        command,
        title: commandTitle(command, t),
        keys: keysOf(command),
        own: overrides[command.id] !== undefined,
        recording: recording === command.id,
        conflicting,
        conflicts: conflicting === null ? [] : conflictsWith(command, conflicting),
        onRecord: () => setRecording(command.id),
        onLeave,
        onRecorded: (keys) => recorded(command, keys),
        onKeep: (keys) => save(command, keys),
        onCancel: () => setUnconfirmed(null),
      }
    },
  }
}
