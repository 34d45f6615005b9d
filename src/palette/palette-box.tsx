/** The box: cmdk's combobox over the rows, which are ranked, windowed and selected here. */
import { Command } from 'cmdk'
import { createStore, type Store } from 'effector'
import { useUnit } from 'effector-react'
import {
  useEffect,
  useId,
  useMemo,
  useState,
  type KeyboardEvent,
  type RefObject,
  useSyncExternalStore,
} from 'react'
import { isComposing, isFreeType, type ArgumentValue, type CommandArgs } from '../core/index.ts'
import { $palette, pageClosed, pageLeft, queryUsed } from '../model/palette/index.ts'
import { usePendingSubmit, useTranslation } from '../ui/index.ts'
import { takeBufferedKeys } from './key-buffer.ts'
import { PaletteCount } from './palette-count.tsx'
import { PaletteFooter } from './palette-footer.tsx'
import { PaletteList, rowElementId } from './palette-list.tsx'
import { acceptsChoicesOnly } from './command-candidates.ts'
import { prefixOf, readQuery } from './query.ts'
import type { PaletteRow } from './rows.ts'
import { actionSections, type ActionPage } from './action-sections.ts'
import { PalettePreview } from './preview/palette-preview.tsx'
import { usePageLabel } from './use-page-label.ts'
import { useQueryHistory } from './use-query-history.ts'
import { LIST_KEYS, queryInBox, useResultsList } from './use-results-list.ts'
import { useSections } from './use-sections.ts'

/** As in palette.css. */
const wideWindow = matchMedia('(width >= 900px)')
const matchesWide = () => wideWindow.matches
const subscribe = (changed: () => void) => {
  wideWindow.addEventListener('change', changed)
  return () => wideWindow.removeEventListener('change', changed)
}

/** @returns whether the window has room for a preview beside the list */
const useWideWindow = (): boolean => useSyncExternalStore(subscribe, matchesWide)

const $noInitialValue: Store<(earlier: CommandArgs) => ArgumentValue | undefined> = createStore<
  (earlier: CommandArgs) => ArgumentValue | undefined
>(() => undefined, { serialize: 'ignore' })
/** Rows that a page key moves by. */
const PAGE = 8

/** Handles Escape. @returns whether something inside the palette was left; false: close it */
export type EscapeHandler = () => boolean

export function PaletteBox({ escape }: { readonly escape?: RefObject<EscapeHandler | null> }) {
  const { t } = useTranslation()
  const rowsId = useId()
  const { mode, text: openedWith, page } = useUnit($palette)
  const { goBack, leave, remember } = useUnit({ goBack: pageClosed, leave: pageLeft, remember: queryUsed })
  const argument = page?.command.args?.[page.argumentIndex]
  const initialOf = useUnit(argument?.initial ?? $noInitialValue)
  const pageLabel = usePageLabel(page)
  const history = useQueryHistory()

  const [buffered] = useState(takeBufferedKeys)
  const initialText = () =>
    page && argument
      ? isFreeType(argument.type)
        ? String(initialOf(page.args) ?? '')
        : ''
      : openedWith || prefixOf(mode)
  const [typed, setTyped] = useState(() => initialText() + buffered.text)
  /** The text of the list while a page is shown over it. */
  const [listText, setListText] = useState('')
  const [actions, setActions] = useState<ActionPage | null>(null)
  const subject = argument ? `${page?.command.id} ${argument.name}` : mode
  const [lastSubject, setLastSubject] = useState(subject)
  if (lastSubject !== subject) {
    setLastSubject(subject)
    setActions(null)
    if (page && lastSubject === mode) setListText(actions?.listText ?? typed)
    setTyped(page ? initialText() : listText || initialText())
  }

  const isWide = useWideWindow()
  // A free text has nothing to preview.
  const hasPreview = isWide && (!argument || argument.choices !== undefined || argument.type === 'query')
  const listResults = useResultsList()
  const list = useSections(actions ? actions.listText : typed, page, setTyped)
  const sections = useMemo(
    () => (actions ? actionSections(actions, typed, t) : list.sections),
    [actions, typed, list.sections, t],
  )
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const query = `${actions?.row.key ?? ''} ${subject} ${typed}`
  // Typing selects the best row again; entries, which load later, do not change the selection.
  const [choice, setChoice] = useState({ query, key: '' })
  const chosen = choice.query === query ? rows.findIndex(({ key }) => key === choice.key) : -1
  const selected = chosen >= 0 ? chosen : rows.findIndex((row) => row.byHandOnly !== true)
  const row = rows[selected]
  /** What Tab puts into the box: the selected row's completion, else the first one of the term that is being typed. */
  const completion =
    row?.completion ??
    (row?.actions ? undefined : rows.find((one) => one.completion !== undefined)?.completion)
  /** Why nothing ran. */
  const [notice, setNotice] = useState({ query: '', text: '' })
  const say = (text: string) => setNotice({ query, text })

  const choose = (target: PaletteRow | undefined) => {
    if (!target) {
      if (typed.trim() !== '') say(t('palette.nothingNamed', { text: readQuery(typed).text }))
      return
    }
    if (target.missing !== undefined) {
      say(t('palette.notNow', { title: target.title, reason: target.missing }))
      return
    }
    if (!page && !actions) remember(typed)
    target.choose()
  }
  const submitWhenReady = usePendingSubmit(typed, list.pending, () => choose(row))
  useEffect(() => {
    if (buffered.submitted) submitWhenReady()
    // Once: Enter was typed before the box was there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const select = (index: number) => {
    const next = rows[index]
    if (next) setChoice({ query, key: next.key })
  }
  const move = (by: number) => {
    const from = selected < 0 ? (by > 0 ? -1 : 0) : selected
    if (Math.abs(by) === 1) select((from + by + rows.length) % rows.length)
    else select(Math.min(rows.length - 1, Math.max(0, from + by)))
  }
  const openActions = (): boolean => {
    const all = row?.actions?.() ?? []
    if (!row || actions || all.length === 0) return false
    setActions({ row, actions: all, listText: typed, lines: null, show: (lines) => showLines(row, lines) })
    setTyped('')
    return true
  }
  const showLines = (of: PaletteRow, lines: readonly string[]) =>
    setActions((before) => before && { ...before, row: of, lines })
  const closeActions = () => {
    if (actions?.lines) return setActions({ ...actions, lines: null })
    setTyped(actions?.listText ?? '')
    setActions(null)
  }
  const goToText = (text: string | undefined): boolean => {
    if (text === undefined) return false
    setTyped(text)
    return true
  }

  useEffect(() => {
    if (!escape) return
    escape.current = () => {
      if (actions) closeActions()
      else if (page) leave()
      else return false
      return true
    }
  })

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event
    if (isComposing(nativeEvent)) return
    const isMod = ctrlKey || metaKey
    const handled = (): boolean => {
      if (key === 'Enter' && altKey) {
        if (!page && !actions && queryInBox(typed) !== '') {
          remember(typed)
          listResults(typed)
        }
        return true
      }
      if (key === 'Enter' && isMod) return openActions() || true
      if (key === 'Enter') {
        if (list.pending && !actions) submitWhenReady()
        else choose(row)
        return true
      }
      if (key === 'Tab') {
        if (!shiftKey && completion !== undefined) setTyped(completion)
        else if (shiftKey || !openActions()) move(shiftKey ? -1 : 1)
        return true
      }
      if (key === 'Backspace' && typed === '' && (page || actions)) {
        if (event.repeat) return true
        if (actions) closeActions()
        else goBack()
        return true
      }
      if (altKey || metaKey) return false
      if (key === 'ArrowUp' && !page && !actions && goToText(history.older(typed))) return true
      if (key === 'ArrowDown' && !page && !actions && goToText(history.newer(typed))) return true
      if (key === 'ArrowDown' || (ctrlKey && key === 'n')) move(1)
      else if (key === 'ArrowUp' || (ctrlKey && key === 'p')) move(-1)
      else if (key === 'PageDown') move(PAGE)
      else if (key === 'PageUp') move(-PAGE)
      else if (key === 'Home' && !shiftKey) select(0)
      else if (key === 'End' && !shiftKey) select(rows.length - 1)
      else return false
      return true
    }
    if (handled()) event.preventDefault()
  }

  const pill = actions ? actions.row.title : pageLabel
  const placeholder = actions
    ? t('palette.actionsPlaceholder')
    : argument
      ? t(argument.title, { ns: 'shortcuts' })
      : t('palette.placeholder')
  const isEmpty = typed !== '' && !list.pending
  return (
    <Command
      className="palette-box"
      data-preview={hasPreview ? '' : undefined}
      label={placeholder}
      shouldFilter={false}
      disablePointerSelection
      vimBindings={false}
      value={row?.key ?? ''}
      onKeyDown={keyDown}
    >
      <div className="palette-input">
        {pill && <span className="palette-page">{pill}</span>}
        <Command.Input asChild value={typed} onValueChange={setTyped}>
          <input
            aria-expanded={rows.length > 0}
            aria-activedescendant={row ? rowElementId(rowsId, selected) : undefined}
            placeholder={placeholder}
            autoCapitalize="off"
            autoFocus
          />
        </Command.Input>
      </div>
      {notice.query === query && notice.text !== '' && (
        <p className="palette-notice" role="alert">
          {notice.text}
        </p>
      )}
      {actions?.lines && (
        <ul className="palette-lines" aria-live="polite">
          {actions.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="palette-body">
        <PaletteList
          rowsId={rowsId}
          sections={sections}
          selected={selected}
          query={query}
          empty={
            isEmpty
              ? emptyText(page !== null, typed, t)
              : argument && acceptsChoicesOnly(argument)
                ? t('palette.none.choices')
                : null
          }
          onSelect={(key) => setChoice({ query, key })}
          onChoose={choose}
        />
        {hasPreview && <PalettePreview row={row} />}
      </div>
      <PaletteCount sections={sections} />
      <PaletteFooter
        state={actions ? 'actions' : page ? 'page' : 'list'}
        hasActions={row?.actions !== undefined}
        hasCompletion={completion !== undefined}
        hasList={!page && !actions && rows.some(({ keys }) => keys === LIST_KEYS)}
      />
    </Command>
  )
}

function emptyText(isPage: boolean, typed: string, t: ReturnType<typeof useTranslation>['t']): string {
  const { kind, text } = readQuery(typed)
  if (isPage) return t('palette.none.argument', { text: typed.trim() })
  return text === '' ? t(`palette.none.untyped.${kind}`) : t(`palette.none.${kind}`, { text })
}
