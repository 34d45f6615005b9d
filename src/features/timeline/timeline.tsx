import { createWatch } from 'effector'
import { useProvidedScope, useStoreMap, useUnit } from 'effector-react'
import { useEffect, useRef, type ComponentProps, type MouseEvent } from 'react'
import { registry, infoNotified } from '../../model/app/index.ts'
import { $currentEntryId } from '../../model/entries/index.ts'
import { $scrollAtStart, focusRequested, dialogOpened } from '../../model/layout/index.ts'
import { $source } from '../../model/location/index.ts'
import { $selection } from '../../model/selection/index.ts'
import { $timeline, newEntriesShown, $newEntries } from '../../model/timeline/index.ts'
import { readingRequested } from '../../model/reading/index.ts'
import { menuOfEntry } from '../../model/menus/index.ts'
import { ContextMenu, useTranslation, Delayed, Kbd, NewerIcon, Pill } from '../../ui/index.ts'
import {
  commandMenu,
  useCommandPresentationGetter,
  CommandButton,
  useCommandPresentation,
} from '../shared/command-presentation/index.ts'
import { useViewport } from '../../ui/long-list/index.ts'
import { EntryList } from './entry-list.tsx'
import { TimelineBar } from './timeline-bar.tsx'
import { TimelineFoot, TimelineState } from './timeline-state.tsx'
import { $feedCheck } from '../../model/feed-checks/index.ts'

/** The list of entries of the current location. */
export function Timeline() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const scope = useProvidedScope()
  const viewport = useViewport(scroller, scope?.getState($scrollAtStart)['timeline'])
  // Not the whole list: only its rows depend on new entries.
  const empty = useStoreMap({ store: $timeline, keys: [], fn: ({ ids }) => ids.length === 0 })
  const loading = useStoreMap({ store: $timeline, keys: [], fn: ({ status }) => status === 'loading' })
  const [focus, request] = useUnit([focusRequested, readingRequested])
  useGallery()
  const faceOf = useCommandPresentationGetter()
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: newEntriesShown,
      scope,
      fn: () => scroller.current?.scrollTo({ top: 0 }),
    })
  }, [scope])

  const itemsFor = (target: Element) => {
    const row = target.closest<HTMLElement>('[data-entry-id]')?.dataset.entryId
    // Opened by keys while the current row is scrolled out of sight.
    const id = row ?? (target.contains(scroller.current) ? scope?.getState($currentEntryId) : null)
    const selected = scope?.getState($selection).ids
    // On a selected row the menu is for the whole selection.
    if (!id || !scope) return []
    const menu = menuOfEntry(scope.getState(registry.$commands), scope.getState($source).kind === 'inbox')
    return commandMenu(menu, faceOf, { entries: selected?.has(id) ? [...selected] : [id] })
  }
  /** Where the entry and the list overlap, a click focuses the entry, or shows its pictures. */
  const clicked = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return
    // A button in the row runs its own command.
    if (!target.closest('[data-entry-id]') || target.closest('[data-command-id]')) return
    if (document.querySelector('[data-focus-area="entry-render"]')) return
    if (target.closest('[data-layout="picture"]')) request('open-pictures')
    else focus('entry-render')
  }

  return (
    <main className="pane timeline" data-focus-area="timeline" aria-label={t('timeline.label')}>
      <TimelineBar />
      <TimelineNews />
      <ContextMenu className="pane-scroll" label={t('timeline.menu')} itemsFor={itemsFor}>
        <Scroller
          ref={scroller}
          className="timeline-scroll"
          data-scroll
          tabIndex={0}
          aria-busy={loading}
          aria-label={t('timeline.entries')}
          onClick={clicked}
          role={empty ? 'region' : 'listbox'}
          aria-multiselectable={empty ? undefined : true}
        >
          {empty ? <TimelineState /> : <EntryList viewport={viewport} />}
          {!empty && <TimelineFoot />}
        </Scroller>
      </ContextMenu>
      <SelectionBar />
    </main>
  )
}

/** By itself, because only this one line of the pane changes with the entry that is open. */
function Scroller(props: ComponentProps<'div'>) {
  const currentId = useUnit($currentEntryId)
  const current = props.role === 'listbox' && currentId ? `entry-${currentId}` : undefined
  return <div {...props} aria-activedescendant={current} />
}

/** How many entries are selected, with the commands for them. The count is announced politely. */
function SelectionBar() {
  const { t } = useTranslation()
  const count = useUnit($selection).ids.size
  const text = count > 0 ? t('timeline.selected', { count }) : ''
  return (
    <>
      <div className="ui-visually-hidden" role="status">
        {text}
      </div>
      {count > 0 && (
        <div className="selection-bar" role="toolbar" aria-label={text}>
          <span className="selection-count">{text}</span>
          <CommandButton id="entry:read" icon="read" />
          <CommandButton id="entry:star" icon="star" />
          <CommandButton id="entry:copy-link" icon="link" />
          <CommandButton id="selection:clear" icon="close" />
        </div>
      )}
    </>
  )
}

/** Above the list: how far the server is with looking for new entries, then how many there are. */
function TimelineNews() {
  const { t } = useTranslation()
  const { fresh, check } = useUnit({ fresh: $newEntries, check: $feedCheck })
  const keys = useCommandPresentation()('timeline:show-new')?.keys
  return (
    <div className="timeline-news" role="status">
      {fresh ? (
        <Pill icon={<NewerIcon />} commandId="timeline:show-new">
          {fresh.count === null ? t('timeline.newSome') : t('timeline.new', { count: fresh.count })}
          {keys && <Kbd keys={keys} />}
        </Pill>
      ) : (
        check && (
          <Delayed>
            <span className="timeline-checking">
              {check.total === 1 ? t('timeline.checkingOne') : t('timeline.checking', check)}
            </span>
          </Delayed>
        )
      )}
    </div>
  )
}

/** Shows the pictures of the current entry of the list, where no open entry shows its own. */
function useGallery(): void {
  const scope = useProvidedScope()
  const [open, inform, focus] = useUnit([dialogOpened, infoNotified, focusRequested])
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: readingRequested,
      scope,
      fn: async (request) => {
        const isFromGrid = request === 'open-pictures'
        if (!isFromGrid && (request !== 'pictures' || document.querySelector('[data-entry-page]'))) return
        const { listPictures } = await import('./list-pictures.ts')
        const props = listPictures(scope)
        if (props) open({ id: 'entry-pictures', props, followsEntries: true })
        else if (isFromGrid) focus('entry-render')
        else inform({ key: 'app:reading.noPictures' })
      },
    })
  }, [scope, open, inform, focus])
}
