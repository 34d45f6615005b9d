import { createWatch } from 'effector'
import { useProvidedScope, useStoreMap, useUnit } from 'effector-react'
import { useEffect, useRef, type ComponentProps, type MouseEvent } from 'react'
import { registry } from '../../model/app/index.ts'
import { $currentEntryId } from '../../model/entries/index.ts'
import { $scrollAtStart, focusRequested } from '../../model/layout/index.ts'
import { $source } from '../../model/location/index.ts'
import { $selection } from '../../model/selection/index.ts'
import { $timeline, newEntriesShown } from '../../model/timeline/index.ts'
import { readingRequested } from '../../model/reading/index.ts'
import { menuOfEntry } from '../../model/menus/index.ts'
import { ContextMenu, useTranslation } from '../../ui/index.ts'
import { commandMenu, useCommandPresentationGetter } from '../shared/command-presentation/index.ts'
import { useViewport } from '../../ui/long-list/index.ts'
import { EntryList } from './entry-list.tsx'
import { useGallery } from './use-gallery.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TimelineBar } from './timeline-bar.tsx'
import { TimelineNews } from './timeline-news.tsx'
import { TimelineFoot, TimelineState } from './timeline-state.tsx'

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
