import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Command } from '../../../core/index.ts'
import {
  Button,
  CloseIcon,
  IconButton,
  Kbd,
  Notice,
  Tag,
  UndoIcon,
  useTranslation,
} from '../../../ui/index.ts'
import { ConflictList } from './conflict-list.tsx'
import type { Conflict as KeyConflict } from './conflicts-of.ts'
import { Recorder } from './recorder.tsx'

export type ShortcutRowProps = {
  readonly command: Command
  readonly title: string
  readonly keys: readonly string[]
  /** The user has set other keys. */
  readonly own: boolean
  readonly recording: boolean
  /** Recorded keys that conflict with others and wait for confirmation. */
  readonly conflicting: string | null
  readonly conflicts: readonly KeyConflict[]
  readonly onRecord: () => void
  readonly onLeave: () => void
  readonly onRecorded: (keys: string) => void
  /** null: back to the default; empty: no keys. */
  readonly onKeep: (keys: string | null) => void
  readonly onCancel: () => void
}

/** A command with its title, keys and buttons to change them. */
export function ShortcutRow(props: ShortcutRowProps) {
  const { command, title, keys, own, recording, conflicting, onRecord, onLeave, onRecorded, onKeep } = props
  const { t } = useTranslation('shortcuts')
  const button = useRef<HTMLButtonElement>(null)
  const isChanging = recording || conflicting !== null
  const wasChanging = useRef(false)
  useEffect(() => {
    // The recorder or the notice had the focus and is gone.
    if (wasChanging.current && !isChanging) button.current?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  /** The button that was pressed goes with the keys. */
  const replaceKeys = (to: string | null) => {
    onKeep(to)
    button.current?.focus()
  }
  return (
    <div className="shortcut" data-command={command.id}>
      <div className="shortcut-line">
        <span className="shortcut-title">
          {title}
          {own && (
            <span data-tooltip={t('app:keys.customWords')}>
              <Tag tone="accent">{t('app:keys.custom')}</Tag>
              <span className="ui-visually-hidden">{t('app:keys.customWords')}</span>
            </span>
          )}
        </span>
        {recording ? (
          <Recorder label={t('app:keys.press')} onRecorded={onRecorded} onLeave={onLeave} />
        ) : (
          <span className="shortcut-keys">
            {own && (
              <IconButton
                size="small"
                icon={<UndoIcon />}
                label={t('app:keys.resetOne', { command: title })}
                onClick={() => replaceKeys(null)}
              />
            )}
            {keys.length > 0 && (
              <IconButton
                size="small"
                icon={<CloseIcon />}
                label={t('app:keys.remove', { command: title })}
                onClick={() => replaceKeys('')}
              />
            )}
            <Button ref={button} size="small" onClick={onRecord}>
              <span className="ui-visually-hidden">{t('app:keys.record', { command: title })}</span>
              <KeyList keys={keys} />
            </Button>
          </span>
        )}
      </div>
      {conflicting !== null && <Conflict {...props} conflicting={conflicting} />}
    </div>
  )
}

function KeyList({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation('shortcuts')
  if (keys.length === 0) return <span className="shortcut-none">{t('app:keys.unbound')}</span>
  return keys.map((one) => <Kbd key={one} keys={one} />)
}

function Conflict({
  conflicting,
  conflicts,
  onKeep,
  onCancel,
}: ShortcutRowProps & { readonly conflicting: string }) {
  const { t } = useTranslation(['shortcuts', 'common'])
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <div onKeyDown={pressed}>
      <Notice
        tone="warning"
        actions={
          <>
            <Button size="small" onClick={onCancel} autoFocus>
              {t('common:action.cancel')}
            </Button>
            <Button size="small" onClick={() => onKeep(conflicting)}>
              {t('app:keys.useAnyway')}
            </Button>
          </>
        }
      >
        <Kbd keys={conflicting} /> <ConflictList conflicts={conflicts} />
      </Notice>
    </div>
  )
}
