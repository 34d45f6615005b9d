/** The one door by name: every command, everything followed, every entry, and whatever a command must be told. */
import './palette.css'
import { Command } from 'cmdk'
import { createStore } from 'effector'
import { useUnit } from 'effector-react'
import * as Radix from 'radix-ui/dialog'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
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

const $nothing = createStore('', { serialize: 'ignore' })

/** Keys that may lead to a row below the edge. */
const LEADING_DOWN = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Tab'])

export function PaletteDialog() {
  const { open } = useUnit($palette)
  const close = useUnit(paletteClosed)
  const { t } = useTranslation()
  const focus = useReturnFocus(open)
  const over = useOverAnother(open)
  useSilence(open)
  // A modal dialog restyles the whole page to take its pointer and its scrolling away, which costs more than all that
  // is drawn here. The scrim takes both as well; only over another dialog, which has locked the page, it must be one.
  return (
    <Radix.Root open={open} modal={over} onOpenChange={(next) => !next && close()}>
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

/** The box as it opens, laid out but never seen or reached. @param over called when it was, once */
export function PaletteRehearsal({ over }: { readonly over: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Laid out even where no frame comes before it is over.
    box.current?.getBoundingClientRect()
    over()
  }, [over])
  return (
    <div ref={box} className="palette palette-rehearsal" aria-hidden inert>
      <PaletteBox />
    </div>
  )
}

/** Whether it opened over a dialog, which keeps the pointer to itself. */
function useOverAnother(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false)
  const [over, setOver] = useState(false)
  if (open === wasOpen) return over
  setWasOpen(open)
  if (!open) return over
  const now = document.body.style.pointerEvents === 'none'
  setOver(now)
  return now
}

/** What lies beneath is not read out while the palette is open. */
function useSilence(open: boolean): void {
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
  const initial = useUnit(argument?.initial ?? $nothing)
  const begin = argument ? (argument.kind === 'text' ? initial : '') : prefixOf(mode)
  const [typed, setTyped] = useState(() => begin + takeBufferedKeys())
  const [asked, ask] = useState<unknown>(argument ?? mode)
  if (asked !== (argument ?? mode)) {
    ask(argument ?? mode)
    setTyped(begin)
  }

  const { sections, pending } = useSections(typed, page, setTyped)
  const query = `${argument?.name ?? mode} ${typed}`
  const { drawn, drawAll } = useRenderedRows(sections, query)
  const rows = useMemo(
    () => new Map(sections.flatMap((section) => section.rows.map((row) => [row.key, row]))),
    [sections],
  )
  const first = sections[0]?.rows[0]?.key ?? ''
  // Typing starts at the best row again; rows that come late (entries) leave the choice alone.
  const [choice, choose] = useState({ query, key: '' })
  const selected = choice.query === query && rows.has(choice.key) ? choice.key : first
  const enterAhead = usePendingSubmit(typed, pending, () => rows.get(first)?.choose())

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    if (LEADING_DOWN.has(event.key) || event.ctrlKey) drawAll()
    if (event.key === 'Tab') {
      event.preventDefault()
      const key = event.shiftKey ? 'ArrowUp' : 'ArrowDown'
      event.target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    } else if (event.key === 'Enter' && pending && selected === first) {
      event.preventDefault()
      enterAhead()
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
      onValueChange={(key) => choose({ query, key })}
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
      <PaletteList sections={drawn} empty={typed !== ''} />
      <Count sections={sections} />
      <Foot asking={page !== null} />
    </Command>
  )
}

const Foot = memo(function Foot({ asking }: { readonly asking: boolean }) {
  const { t } = useTranslation()
  return (
    <footer className="palette-foot" aria-hidden="true">
      {asking
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
  const asking = page !== null
  const every = kind === 'all' && text !== ''
  const answers = useArgumentRows(page, typed)
  const commands = useCommandRows(text, !asking && (kind === 'commands' || kind === 'all'))
  const followed = useSubscriptionRows(
    text,
    asking ? 0 : kind === 'subscriptions' ? MOST_ROWS : every ? 6 : 0,
  )
  const entries = useEntryRows(text, asking ? 0 : kind === 'entries' ? 30 : every ? 12 : 0)
  const sections = useMemo(() => {
    if (asking) return answers
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
    let room = MOST_ROWS
    return [...commands, ...followed, ...entries.sections].flatMap((section) => {
      const rows = section.rows.slice(
        0,
        Math.max(section === commands[0] ? room - 20 : 0, Math.min(room, 20)),
      )
      room -= rows.length
      return rows.length > 0 ? [{ ...section, rows }] : []
    })
  }, [asking, answers, kind, commands, followed, entries.sections, setTyped, t])
  // Rows that are there at once stand before the entries and do not wait for them.
  return { sections, pending: entries.pending && commands.length + followed.length === 0 }
}

/** How many there are, for those who do not see them; said once the typing rests. */
function Count({ sections }: { readonly sections: readonly PaletteSection[] }) {
  const { t } = useTranslation()
  const count = sections.reduce((sum, section) => sum + section.rows.length, 0)
  const [said, say] = useState(count)
  useEffect(() => {
    const timer = setTimeout(() => say(count), 400)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <div className="ui-visually-hidden" role="status">
      {t('palette.count', { count: said })}
    </div>
  )
}
