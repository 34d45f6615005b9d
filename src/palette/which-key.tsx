import './which-key.css'
import { useUnit } from 'effector-react'
import type { TFunction } from 'i18next'
import { useEffect, useState, type CSSProperties } from 'react'
import { notationOf } from '../core/index.ts'
import {
  $areContinuationsShown,
  $pendingKeys,
  continuationsShown,
  type PendingKeys,
  $keyBindings,
} from '../model/app/index.ts'
import { commandTitle, Kbd, keyText, useTranslation } from '../ui/index.ts'
import { $recording } from '../model/keys/index.ts'
import { continuations, type Continuation } from './continuations.ts'

/** ms without a key before the panel is shown. */
const SHOW_DELAY_MS = 350
/** Rows from which on they stand in two columns. */
const ONE_COLUMN = 12

type WhichKeyProps = {
  /** Loads the messages that titles of commands need. */
  readonly loadMessages: () => Promise<void>
}

/**
 * The keys that may follow those typed so far. It takes no focus and is hidden from screen readers, so that typing goes
 * on; F1 announces what it shows.
 */
export function WhichKey({ loadMessages }: WhichKeyProps) {
  const { t } = useTranslation(['shortcuts', 'app'])
  const pending = useUnit($pendingKeys)
  const isPending = pending.typed.length > 0 || pending.count !== null
  const isShown = useUnit($areContinuationsShown)
  const show = useUnit(continuationsShown)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (!isPending) return
    let isOver = false
    const loaded = loadMessages()
    const timer = setTimeout(() => {
      void loaded.then(() => {
        if (!isOver) show()
      })
    }, SHOW_DELAY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isPending, show, loadMessages])
  const rows = isPending ? continuations(pending) : []
  const text = rows.map((row) => `${keyText(row.rest)}: ${titleOf(row, pending, t)}`).join('. ')
  useEffect(() => {
    if (!isPending) return
    const announce = (event: KeyboardEvent) => {
      if (event.key !== 'F1') return
      event.preventDefault()
      event.stopPropagation()
      setAnnounced(text)
    }
    window.addEventListener('keydown', announce, { capture: true })
    return () => window.removeEventListener('keydown', announce, { capture: true })
  }, [isPending, text])
  return (
    <>
      <MacroRecording />
      <div className="ui-visually-hidden" role="status">
        {announced}
      </div>
      {isShown && (
        <aside className="which-key" aria-hidden="true">
          <p className="which-key-typed">
            {pending.count !== null && <span className="which-key-count">{pending.count}</span>}
            {pending.typed.length > 0 && <Kbd keys={pending.typed.map(notationOf).join(' ')} />} …
            <span className="which-key-prefix">{prefixTitle(pending.typed, t)}</span>
          </p>
          <ul
            role="list"
            style={{ '--rows': Math.ceil(rows.length / (rows.length > ONE_COLUMN ? 2 : 1)) } as CSSProperties}
          >
            {rows.map((row) => (
              <li key={`${row.command.id} ${row.rest}`}>
                {row.group === undefined ? (
                  <button
                    type="button"
                    tabIndex={-1}
                    data-command-id={row.command.id}
                    data-command-args={row.args ? JSON.stringify(row.args) : undefined}
                  >
                    <Kbd keys={row.rest} />
                    <span>{titleOf(row, pending, t)}</span>
                  </button>
                ) : (
                  <div className="which-key-group">
                    <Kbd keys={row.rest} />
                    <span>{titleOf(row, pending, t)}</span>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </aside>
      )}
    </>
  )
}

function titleOf(row: Continuation, { typed }: PendingKeys, t: TFunction): string {
  if (row.group !== undefined)
    return prefixTitle([...typed, row.rest], t) || t('app:keys.moreKeys', { count: row.group })
  const title = commandTitle(row.command, t)
  const scope = row.args?.['scope']
  return typeof scope === 'string' ? `${title}: ${t(`shortcuts:scopes.${scope}`)}` : title
}

/** The name of a prefix: `g` is "Go to …". Empty: it has none. */
const prefixTitle = (presses: readonly string[], t: TFunction): string =>
  presses.length === 0 ? '' : t(`shortcuts:prefixes.${presses.join(' ')}`, { defaultValue: '' })

/** Shown while a macro is being recorded, with the number of steps so far. */
function MacroRecording() {
  const { t } = useTranslation(['shortcuts', 'app'])
  const { steps, bound } = useUnit({ steps: $recording, bound: $keyBindings })
  if (steps === null) return null
  const keys = bound.find(({ command }) => command.id === 'macro:save')?.keys
  return (
    <aside className="macro-recording" role="status">
      <span className="macro-recording-dot" aria-hidden="true" />
      {t('app:shell.recording', { count: steps.length })}
      <button type="button" data-command-id="macro:save">
        {t('shortcuts:macro.save')} {keys && <Kbd keys={keys} />}
      </button>
      <button type="button" data-command-id="macro:discard">
        {t('shortcuts:macro.discard')}
      </button>
    </aside>
  )
}
