import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { highlightColors } from '../../contract/limits.ts'
import { formatQuery } from '../../contract/query/format.ts'
import { infoNotified, registry } from '../../model/app/index.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $view, navigationRequested } from '../../model/location/index.ts'
import { selectionUsed } from '../../model/reading/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { $services } from '../../model/services.ts'
import { IconButton, Menu, MoreIcon, useTranslation } from '../../ui/index.ts'
import {
  CommandButton,
  commandMenu,
  useCommandPresentationGetter,
} from '../shared/command-presentation/index.ts'
import './selected-text-bar.css'

/** px between the selection and the bar, and to the edges of the window. */
const GAP = 8
/** Characters of a selection that are searched for; the query of an address has an end. */
const MAX_SEARCHED = 200

type SelectedTextBarProps = {
  readonly entry: EntryHead
  readonly content: RefObject<HTMLElement | null>
  /** As useSelectedRange gets it. */
  readonly selectedRange: () => Range | null
}

/** What can be done with the text that is selected in an entry, beside it. Its commands work without the bar, too. */
export function SelectedTextBar({ entry, content, selectedRange }: SelectedTextBarProps) {
  useSelectionCommands({ entry, content, selectedRange })
  const range = useSettledSelection(content)
  return range && <Bar range={range} entryId={entry.id} />
}

function Bar({ range, entryId }: { readonly range: Range; readonly entryId: string }) {
  const { t } = useTranslation(['app', 'shortcuts'])
  const invoke = useUnit(registry.commandInvoked)
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const element = bar.current
      if (!element) return
      const at = range.getBoundingClientRect()
      const { width, height } = element.getBoundingClientRect()
      // Below a finger, whose browser has a menu of its own above.
      const isAbove = at.top > height + 2 * GAP && !matchMedia('(pointer: coarse)').matches
      const left = at.left + at.width / 2 - width / 2
      element.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`
      element.style.top = `${isAbove ? at.top - height - GAP : Math.min(at.bottom + GAP, innerHeight - height - GAP)}px`
    }
    place()
    document.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      document.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [range])
  return createPortal(
    <div
      ref={bar}
      className="selected-text-bar"
      role="toolbar"
      aria-label={t('reading.selection')}
      // The press of a button would end the selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {highlightColors.map((color) => (
        <button
          key={color}
          type="button"
          className="selected-text-color"
          data-accent={color}
          data-tooltip={t(`shortcuts:accents.${color}`)}
          aria-label={t(`shortcuts:accents.${color}`)}
          onClick={() => invoke({ id: 'highlight:create-in', source: 'button', args: { color } })}
        />
      ))}
      <CommandButton id="highlight:create-with-note" icon="note" />
      <CommandButton id="selection-text:copy" />
      <CommandButton id="selection-text:search" />
      <CommandButton id="selection-text:share" />
      <PluginActions entryId={entryId} />
    </div>,
    document.body,
  )
}

/** What plugins do with selected text, with their keys. Nothing where none does. */
function PluginActions({ entryId }: { readonly entryId: string }) {
  const { t } = useTranslation('app')
  const commands = useUnit(registry.$commands)
  const faceOf = useCommandPresentationGetter()
  const ids = [...commands.values()].filter(({ onSelection }) => onSelection).map(({ id }) => id)
  if (ids.length === 0) return null
  return (
    <Menu
      label={t('reading.selectionMore')}
      trigger={<IconButton icon={<MoreIcon />} label={t('reading.selectionMore')} />}
      items={() => commandMenu(ids, faceOf, { entries: [entryId] })}
    />
  )
}

/** The range that is selected in the content, once the pointer or the key has let it go; null without one. */
function useSettledSelection(content: RefObject<HTMLElement | null>): Range | null {
  const [range, setRange] = useState<Range | null>(null)
  useEffect(() => {
    const selected = () => {
      const selection = window.getSelection()
      const element = content.current
      const one = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
      return one && !one.collapsed && element?.contains(one.commonAncestorContainer) ? one : null
    }
    const settled = () => setRange(selected()?.cloneRange() ?? null)
    const changed = () => {
      if (!selected()) setRange(null)
    }
    // The browser ends a selection that was clicked only after the release.
    const released = () => void setTimeout(settled)
    const pressed = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('.selected-text-bar, .ui-menu'))) setRange(null)
    }
    const keyReleased = ({ key }: KeyboardEvent) => {
      if (key === 'Shift') settled()
    }
    document.addEventListener('pointerup', released)
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keyup', keyReleased)
    document.addEventListener('selectionchange', changed)
    return () => {
      document.removeEventListener('pointerup', released)
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keyup', keyReleased)
      document.removeEventListener('selectionchange', changed)
    }
  }, [content])
  return range
}

/** Copies, searches or shares what is selected when a command asks for it. */
function useSelectionCommands({ entry, content, selectedRange }: SelectedTextBarProps): void {
  const scope = useProvidedScope()
  const { inform, copy, open, navigate, services, view } = useUnit({
    inform: infoNotified,
    copy: textCopied,
    open: dialogOpened,
    navigate: navigationRequested,
    services: $services,
    view: $view,
  })
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: selectionUsed,
      scope,
      fn: (use) => {
        const text = selectedRange()?.toString().trim() ?? ''
        // The other half of a split pane may have a selection.
        if (text === '' && content.current?.closest('.entry-beside')) return
        if (text === '') return inform({ key: 'app:highlights.nothingSelected' })
        if (use === 'copy') return copy(quotation(text, entry))
        if (use === 'search') {
          const words = text.replaceAll(/\s+/g, ' ').slice(0, MAX_SEARCHED)
          return navigate({
            source: {
              kind: 'search',
              query: formatQuery({ where: { kind: 'text', field: 'any', text: words } }),
            },
          })
        }
        const { id, feedId, url } = entry
        if (!url) return
        const title = `“${text}”`
        if (services.platform.share) void services.platform.share({ title, url })
        else open({ id: 'share-entry', props: { id, feedId, view, title, url } })
      },
    })
  }, [scope, entry, content, selectedRange, inform, copy, open, navigate, services, view])
}

/** A text of an entry as a quotation in Markdown, with a link to where it stands. */
export function quotation(text: string, { title, url }: Pick<EntryHead, 'title' | 'url'>): string {
  const lines = text.split('\n').map((line) => `> ${line}`.trimEnd())
  const name = (title ?? url ?? '').replaceAll(/[[\]\\]/g, String.raw`\$&`)
  const source = url ? `[${name}](<${url}>)` : name
  return source === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${source}`
}
