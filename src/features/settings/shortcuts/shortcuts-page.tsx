import { useUnit } from 'effector-react'
import { useCallback, useState } from 'react'
import type { Command } from '../../../core/index.ts'
import { $keyBindings, $overrides, overrideChanged, registry } from '../../../model/app/index.ts'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  keyText,
  Notice,
  SearchIcon,
  TextField,
  useTranslation,
} from '../../../ui/index.ts'
import { commandTitle } from '../../shortcuts/index.ts'
import { clashesWith } from './clashes-with.ts'
import { ShortcutRow } from './shortcut-row.tsx'

type Recorded = { readonly command: Command; readonly keys: string }
type Undo = { readonly command: Command; readonly previous: string | null }

/** All commands by group, with their keys, most of which can be changed. */
export function ShortcutsPage() {
  const { t } = useTranslation(['shortcuts', 'common'])
  const { bound, commands, overrides, change } = useUnit({
    bound: $keyBindings,
    commands: registry.$commands,
    overrides: $overrides,
    change: overrideChanged,
  })
  const [query, setQuery] = useState('')
  const [recording, setRecording] = useState<string | null>(null)
  const [unconfirmed, setUnconfirmed] = useState<Recorded | null>(null)
  const [undo, setUndo] = useState<Undo | null>(null)
  const [isConfirming, setConfirming] = useState(false)

  const save = (command: Command, keys: string | null) => {
    setUndo({ command, previous: overrides[command.id] ?? null })
    setUnconfirmed(null)
    change({ id: command.id, keys })
  }
  const recorded = (command: Command, keys: string) => {
    setRecording(null)
    if (clashesWith(keys, command, commands, overrides).length > 0) setUnconfirmed({ command, keys })
    else save(command, keys)
  }
  const leave = useCallback(() => setRecording(null), [])
  const keysOf = (command: Command) => [
    ...new Set(bound.filter((one) => one.command.id === command.id).map(({ keys }) => keys)),
  ]
  const matches = (command: Command) => {
    const keys = keysOf(command)
    const searchable = [commandTitle(command, t), command.id, ...keys, ...keys.map((one) => keyText(one))]
    return searchable.join(' ').toLowerCase().includes(query.trim().toLowerCase())
  }
  const groups = Map.groupBy([...commands.values()].filter(matches), ({ group }) => group)
  const own = Object.keys(overrides).length
  return (
    <div className="settings-shortcuts">
      <p className="ui-field-hint">{t('app:keys.words')}</p>
      <div className="settings-shortcuts-bar">
        <TextField
          label={t('app:keys.search')}
          hideLabel
          type="search"
          icon={<SearchIcon aria-hidden="true" />}
          placeholder={t('app:keys.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button disabled={own === 0} onClick={() => setConfirming(true)}>
          {t('app:keys.resetAll')}
        </Button>
      </div>
      {undo && (
        <Notice
          tone="success"
          actions={
            <Button
              size="small"
              onClick={() => {
                change({ id: undo.command.id, keys: undo.previous })
                setUndo(null)
              }}
            >
              {t('app:keys.undo')}
            </Button>
          }
          dismissLabel={t('common:action.dismiss')}
          onDismiss={() => setUndo(null)}
        >
          {t('app:keys.changed', { command: commandTitle(undo.command, t) })}
        </Notice>
      )}
      {[...groups].map(([group, members]) => (
        <section key={group} className="settings-section" aria-label={t(`groups.${group}`)}>
          <h2>{t(`groups.${group}`)}</h2>
          {members.map((command) => (
            <ShortcutRow
              key={command.id}
              command={command}
              title={commandTitle(command, t)}
              keys={keysOf(command)}
              own={overrides[command.id] !== undefined}
              recording={recording === command.id}
              conflicting={unconfirmed?.command.id === command.id ? unconfirmed.keys : null}
              clashes={
                unconfirmed?.command.id === command.id
                  ? clashesWith(unconfirmed.keys, command, commands, overrides)
                  : []
              }
              onRecord={() => setRecording(command.id)}
              onLeave={leave}
              onRecorded={(keys) => recorded(command, keys)}
              onKeep={(keys) => save(command, keys)}
              onCancel={() => setUnconfirmed(null)}
            />
          ))}
        </section>
      ))}
      {groups.size === 0 && <EmptyState title={t('app:keys.nothing', { query })} />}
      <ConfirmDialog
        open={isConfirming}
        title={t('app:keys.resetAllTitle')}
        description={t('app:keys.resetAllWords', { count: own })}
        confirmLabel={t('app:keys.resetAll')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={() => {
          for (const id of Object.keys(overrides)) change({ id, keys: null })
          setUndo(null)
          setConfirming(false)
        }}
        onCancel={() => setConfirming(false)}
      />
    </div>
  )
}
