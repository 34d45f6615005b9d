/** The command palette: commands, subscriptions and entries by name, and the arguments of commands. */
import './palette.css'
import { Command } from 'cmdk'
import { createStore, type Store } from 'effector'
import { useUnit } from 'effector-react'
import * as Radix from 'radix-ui/dialog'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { isFreeType, type ArgumentValue, type CommandArgs } from '../core/index.ts'
import { $palette, pageClosed, paletteClosed, type Palette as PaletteState } from '../model/index.ts'
import { usePendingSubmit, useReturnFocus, useTranslation } from '../ui/index.ts'
import { PaletteList } from './palette-list.tsx'
import { prefixes, prefixOf, readQuery } from './query.ts'
import { MOST_ROWS, type PaletteSection } from './rows.ts'
import { takeBufferedKeys } from './key-buffer.ts'
import { useArgumentRows } from './use-argument-rows.ts'
import { useCommandRows } from './use-command-rows.ts'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useEntryRows } from './use-entry-rows.ts'
import { useSubscriptionRows } from './use-subscription-rows.ts'

const $noInitialValue: Store<(earlier: CommandArgs) => ArgumentValue | undefined> = createStore<
  (earlier: CommandArgs) => ArgumentValue | undefined
>(() => undefined, { serialize: 'ignore' })

/** Keys that may select a row that is not rendered yet. */
const NAVIGATION_KEYS = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Tab'])

export function PaletteDialog() {
  const { open } = useUnit($palette)
  const close = useUnit(paletteClosed)
  const { t } = useTranslation()
  const focus = useReturnFocus(open)
  const isOverDialog = useIsOverDialog(open)
  useHiddenPage(open)
  // A modal Radix dialog restyles the whole page to block pointer and scrolling, which costs more than rendering the
  // palette. The scrim blocks both; only over another dialog, which has locked the page, must the palette be modal.
  return (
    <Radix.Root open={open} modal={isOverDialog} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <div className="ui-scrim palette-scrim" />
        <Radix.Content
          className="palette"
          data-focus-area="modal"
          aria-modal
          aria-describedby={undefined}
          onFocusOutside={(event) => event.preventDefault()}
          {...focus}
        >
          <Radix.Title className="ui-visually-hidden">{t('palette.title')}</Radix.Title>
          {open && <PaletteBox />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Renders the palette once, invisible and inert, so that the first opening is fast. @param over called afterwards */
export function PaletteRehearsal({ over }: { readonly over: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Forces layout, which may not happen before the box is unmounted.
    box.current?.getBoundingClientRect()
    over()
  }, [over])
  return (
    <div ref={box} className="palette palette-rehearsal" aria-hidden inert>
      <PaletteBox />
    </div>
  )
}

/** Whether the palette opened over a modal dialog, which has disabled pointer events on the page. */
function useIsOverDialog(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false)
  const [isOver, setIsOver] = useState(false)
  if (open === wasOpen) return isOver
  setWasOpen(open)
  if (!open) return isOver
  const isOverNow = document.body.style.pointerEvents === 'none'
  setIsOver(isOverNow)
  return isOverNow
}

/** Hides the page from screen readers while the palette is open. */
function useHiddenPage(open: boolean): void {
  useLayoutEffect(() => {
    const page = document.getElementById('app')
    if (!open || !page || page.hasAttribute('aria-hidden')) return
    page.setAttribute('aria-hidden', 'true')
    return () => page.removeAttribute('aria-hidden')
  }, [open])
}

function PaletteBox() {
  const { t } = useTranslation()
  const { mode, page } = useUnit($palette)
  const [leave, close] = useUnit([pageClosed, paletteClosed])
  const argument = page?.command.args?.[page.argumentIndex]
  const initialOf = useUnit(argument?.initial ?? $noInitialValue)
  const initialText =
    page && argument ? (isFreeType(argument.type) ? String(initialOf(page.args) ?? '') : '') : prefixOf(mode)
  const [typed, setTyped] = useState(() => initialText + takeBufferedKeys())
  const [lastSubject, setLastSubject] = useState<unknown>(argument ?? mode)
  if (lastSubject !== (argument ?? mode)) {
    setLastSubject(argument ?? mode)
    setTyped(initialText)
  }

  const { sections, pending } = useSections(typed, page, setTyped)
  const query = `${argument?.name ?? mode} ${typed}`
  const { rendered, renderAll } = useRenderedRows(sections, query)
  const rows = useMemo(
    () => new Map(sections.flatMap((section) => section.rows.map((row) => [row.key, row]))),
    [sections],
  )
  const first = sections[0]?.rows[0]?.key ?? ''
  // Typing selects the best row again; entries, which load later, do not change the selection.
  const [choice, setChoice] = useState({ query, key: '' })
  const selected = choice.query === query && rows.has(choice.key) ? choice.key : first
  const submitWhenReady = usePendingSubmit(typed, pending, () => rows.get(first)?.choose())

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    if (NAVIGATION_KEYS.has(event.key) || event.ctrlKey) renderAll()
    if (event.key === 'Tab') {
      event.preventDefault()
      const key = event.shiftKey ? 'ArrowUp' : 'ArrowDown'
      event.target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    } else if (event.key === 'Enter' && pending && selected === first) {
      event.preventDefault()
      submitWhenReady()
    } else if (event.key === 'Backspace' && typed === '' && page) {
      event.preventDefault()
      leave()
    } else if (event.key === 'Escape' && page) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <Command
      className="palette-box"
      label={t('palette.title')}
      shouldFilter={false}
      loop
      value={selected}
      onValueChange={(key) => setChoice({ query, key })}
      onKeyDown={keyDown}
    >
      <div className="palette-input">
        {page && <span className="palette-page">{t(page.command.title, { ns: 'shortcuts' })}</span>}
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={argument ? t(argument.title, { ns: 'shortcuts' }) : t('palette.placeholder')}
          spellCheck={false}
          autoFocus
        />
      </div>
      <PaletteList sections={rendered} empty={typed !== ''} />
      <Count sections={sections} />
      <Footer isArgument={page !== null} />
    </Command>
  )
}

const Footer = memo(function Footer({ isArgument }: { readonly isArgument: boolean }) {
  const { t } = useTranslation()
  return (
    <footer className="palette-foot" aria-hidden="true">
      {isArgument
        ? t('palette.pageHint')
        : prefixes.map(([letter, kind]) => (
            <span key={kind}>
              <kbd>{letter}</kbd> {t(`palette.${kind}`)}
            </span>
          ))}
    </footer>
  )
})

function useSections(
  typed: string,
  page: PaletteState['page'],
  setTyped: (typed: string) => void,
): { readonly sections: readonly PaletteSection[]; readonly pending: boolean } {
  const { t } = useTranslation()
  const { kind, text } = readQuery(typed)
  const isArgument = page !== null
  const isAll = kind === 'all' && text !== ''
  const argumentRows = useArgumentRows(page, typed)
  const commands = useCommandRows(text, !isArgument && (kind === 'commands' || kind === 'all'))
  const subscriptionRows = useSubscriptionRows(
    text,
    isArgument ? 0 : kind === 'subscriptions' ? MOST_ROWS : isAll ? 6 : 0,
  )
  const entries = useEntryRows(text, isArgument ? 0 : kind === 'entries' ? 30 : isAll ? 12 : 0)
  const sections = useMemo(() => {
    if (isArgument) return argumentRows
    if (kind === 'help')
      return [
        {
          key: 'help',
          title: t('palette.help'),
          rows: prefixes.map(([letter, named]) => ({
            key: `prefix ${letter}`,
            title: t(`palette.${named}`),
            ranges: [],
            detail: letter,
            choose: () => setTyped(letter),
          })),
        },
      ]
    let remaining = MOST_ROWS
    return [...commands, ...subscriptionRows, ...entries.sections].flatMap((section) => {
      const rows = section.rows.slice(
        0,
        Math.max(section === commands[0] ? remaining - 20 : 0, Math.min(remaining, 20)),
      )
      remaining -= rows.length
      return rows.length > 0 ? [{ ...section, rows }] : []
    })
  }, [isArgument, argumentRows, kind, commands, subscriptionRows, entries.sections, setTyped, t])
  // Commands and subscriptions come first and do not wait for the entries.
  return { sections, pending: entries.pending && commands.length + subscriptionRows.length === 0 }
}

/** Announces the number of rows to screen readers, debounced. */
function Count({ sections }: { readonly sections: readonly PaletteSection[] }) {
  const { t } = useTranslation()
  const count = sections.reduce((sum, section) => sum + section.rows.length, 0)
  const [announced, announce] = useState(count)
  useEffect(() => {
    const timer = setTimeout(() => announce(count), 400)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <div className="ui-visually-hidden" role="status">
      {t('palette.count', { count: announced })}
    </div>
  )
}
